"""Parts of a home that are put back from a copy, are gone, or were copied in the wrong way: nothing intact is ever taken away."""
import os
import shutil
import time

import boxes
from judge import Whole
from rig import Camera, Recorder, Wrong, until

# What a home has besides: where a camera keeps what it knows of its epochs is its own affair.
KEPT = {"identity", "peers.json", "pipelines", "run.json", "name", "spool", "holds.json", "stills", "controls"}


def parts(home, what):
    """The paths, relative to a home, of one part of it."""
    if what == "accounts":
        return [name for name in os.listdir(home) if name not in KEPT and not name.endswith(".log")]
    if what in ("archive/catalog", "spool/catalog"):
        folder, _, name = what.partition("/")
        return [f"{folder}/{one}" for one in os.listdir(f"{home}/{folder}") if one.startswith(name)]
    return [{"holds": "holds.json", "spool": "spool"}[what]]


def remove(path):
    """Removes a file or a folder, if it is there."""
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.exists(path):
        os.remove(path)


def put(source, target):
    """Copies a file or a folder, if it is there."""
    if os.path.isdir(source):
        shutil.copytree(source, target)
    elif os.path.exists(source):
        shutil.copy(source, target)


def apply(home, what, how, copy, live):
    """Puts one part of a home into the state that is to be tried."""
    if what == "home":
        shutil.rmtree(home)
        shutil.copytree(copy, home)
        return
    for path in parts(home, what):
        remove(f"{home}/{path}")
    if how == "old":
        for path in parts(copy, what):
            put(f"{copy}/{path}", f"{home}/{path}")
    elif how == "copied":
        # As a backup program takes it while the node runs: the file without its log.
        shutil.copy(live, f"{home}/{what}.sqlite")


def case(side, what, how):
    """One field of the matrix."""
    def scenario(rig):
        camera = Camera(rig).start()
        recorder = Recorder(rig, "recorder").pair(camera).start()
        node = camera if side == "camera" else recorder
        begun = recorder.begin(camera)
        recorder.wait_for(25)
        live = f"{rig.work}/live"
        if how == "copied":
            shutil.copy(f"{node.home}/{what}.sqlite", live)
        recorder.stop()
        camera.stop()
        copy = f"{rig.work}/copy"
        shutil.copytree(node.home, copy)
        camera.start()
        recorder.start()
        recorder.wait_for(30)
        recorder.stop()
        camera.wait_for(30)
        camera.stop()
        apply(node.home, what, how, copy, live)

        # The node alone first, so that nothing that it throws away can be fetched again.
        before = boxes.digests(node.home)
        node.start()
        time.sleep(1)
        gone = set(before) - set(boxes.digests(node.home))
        if gone:
            raise Wrong(f"{len(gone)} of {len(before)} intact fragments are deleted at the start")
        if side == "recorder":
            camera.start()
        else:
            recorder.start()
        known = any(one["state"] == "recording" for one in recorder.recordings())
        if not known:
            if what != "archive/catalog" and what != "home":
                raise Wrong("the recording does not go on")
            recorder.begin(camera)
        stored = recorder.frames()
        until(lambda: recorder.frames() >= stored + 20, "recording goes on", 25, 0.3)
        gone = set(before) - set(boxes.digests(node.home))
        if gone:
            raise Wrong(f"{len(gone)} of {len(before)} intact fragments are deleted later")
        recorder.finish(camera)
        if not known:
            # The catalog names the recording no more; its files are there.
            return f"all {len(before)} fragments are there"
        whole = Whole(recorder, camera, begun, ordered=False)
        problems = whole.problems + whole.unsaid(whole.missed if {"account-lost", "lost-by-recorder"} & whole.reasons else 0)
        problems += whole.wrong_code({3} if whole.missed > 0 else {0, 3})
        if problems:
            raise Wrong(f"{'; '.join(problems)} [{whole.figures()}]")
        return whole.figures()
    scenario.__doc__ = f"The {side}'s {what} is {how}."
    return scenario, f"restore-{side}-{what.replace('/', '-')}-{how}"


MATRIX = [case(*one) for one in [
    ("recorder", "archive/catalog", "old"), ("recorder", "archive/catalog", "missing"), ("recorder", "archive/catalog", "copied"),
    ("recorder", "home", "old"),
    ("camera", "spool/catalog", "old"), ("camera", "spool/catalog", "missing"), ("camera", "spool/catalog", "copied"),
    ("camera", "spool", "old"), ("camera", "spool", "missing"),
    ("camera", "accounts", "old"), ("camera", "accounts", "missing"),
    ("camera", "holds", "old"), ("camera", "holds", "missing"),
    ("camera", "home", "old"),
]]
