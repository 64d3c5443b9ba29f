"""Scenarios in which nodes are restarted."""
import os
import shutil

import lens
from judge import Account, SLACK
from rig import LONGSHOT, Camera, Recorder, Wrong, until


def in_order(rig):
    """Nothing fails: camera and recorder are restarted in order, and every frame is there."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(25)
    camera.stop()
    camera.start()
    recorder.wait_for(25)
    recorder.stop()
    camera.wait_for(20)
    recorder.start("--continuous")
    recorder.wait_for(40)
    recorder.finish(camera)
    return Account(recorder, camera).judge(first=0, last=1, code=0).done()


def camera_killed(rig):
    """The camera is killed twice: what it had in hand is a gap with a bound, and all else is there."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    for _ in range(2):
        recorder.wait_for(25)
        camera.wait_for(7)
        camera.kill()
        camera.start()
    recorder.wait_for(25)
    recorder.finish(camera)
    return Account(recorder, camera).judge(first=0, last=2, code=3).done()


def killed_at_once(rig):
    """The camera is killed with its first pictures, before there is a fragment and while the recorder is away: the gap says how many
    there may be."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(25)
    recorder.stop()
    camera.stop()
    camera.launch()
    until(lambda: camera.counted() >= 3, "the camera has its first pictures", step=0.005)
    camera.kill()
    camera.start()
    recorder.start("--continuous")
    recorder.wait_for(25)
    recorder.finish(camera)
    return Account(recorder, camera).judge(first=0, last=2, code=3).done()


def overrun_over_restarts(rig):
    """The recorder is away for longer than the spool reaches, while the camera is restarted twice."""
    camera = Camera(rig, eye=lens.Lens(f"{rig.work}/lens", pictures=500, noise=(320, 240), bitrate=16000))
    small = {"LONGSHOT_CAMERA_SPOOL_BYTES": "16777216", "LONGSHOT_CAMERA_SPOOL_SECONDS": "10"}
    camera.start(env=small)
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(20)
    recorder.stop()
    camera.wait_for(60)
    for _ in range(2):
        camera.stop()
        camera.start(env=small)
        camera.wait_for(105)
    recorder.start("--continuous")
    recorder.wait_for(20)
    recorder.finish(camera)
    account = Account(recorder, camera)
    account.judge(last=2, reasons={"spool-overrun"}, code=3)
    account.expect(account.lost > 0, "nothing was lost: the scenario did not overrun the spool")
    return account.done()


def dies_before_first_fragment(rig):
    """The recorder is killed between the start of a recording and its first fragment; the camera has it all."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start()
    until(lambda: recorder.state()["cameras"], "the recorder knows the camera")
    camera.wait_for(15)
    before = camera.counted()
    start = rig.spawn([LONGSHOT, "record", "start", "--home", recorder.home, "--json"], f"{rig.work}/start.log")
    # Where today's camera notes that a recording has begun; else the command's end is the moment.
    until(lambda: _has_hold(camera) or start.poll() is not None, "the recording has begun", step=0.005)
    recorder.kill()
    begun = camera.counted()
    start.wait()
    if not _recordings_on_disk(recorder):
        if start.returncode == 0:
            raise Wrong("record start succeeded, and there is no recording")
        return "the command failed, and there is no recording"
    camera.wait_for(60)
    recorder.start()
    recorder.wait_for(30)
    recorder.finish(camera)
    return Account(recorder, camera).judge(begun=(before, begun), first=0, last=0, code=0).done()


def _has_hold(camera):
    """Whether the camera notes that it holds footage for somebody."""
    try:
        with open(f"{camera.home}/holds.json", encoding="utf-8") as file:
            return len(file.read()) > 4
    except FileNotFoundError:
        return False


def _recordings_on_disk(recorder):
    """Whether the archive has a recording, while its node is down."""
    return recorder.rig.run("recordings", "--home", recorder.home, "--json")[1].strip() not in ("", "[]", "[\n\n]")


def epoch_counter_back(rig):
    """The camera's card is replaced: it has its identity and its peers, and nothing else."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(20)
    for _ in range(2):
        recorder.wait_for(40)
        camera.stop()
        # What the camera closed at its end can be fetched only from the next run.
        camera.start()
        recorder.wait_for(15)
    camera.stop()
    card = camera.lens.run
    for name in os.listdir(camera.home):
        if name not in ("identity", "peers.json", "pipelines"):
            path = f"{camera.home}/{name}"
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    for _ in range(3):
        camera.start()
        camera.wait_for(45)
        camera.stop()
    camera.start()
    recorder.wait_for(20)
    camera.wait_for(20)
    recorder.finish(camera)
    account = Account(recorder, camera)
    # What the lost card had and the recorder had not fetched is gone, and nobody can say how much that was.
    lost = camera.counted(card) - len(account.runs.get(card, []))
    account.expect(lost <= SLACK, f"{lost} frames of the run before the card was replaced are gone")
    for run in range(card + 1, camera.lens.run):
        here = len(account.runs.get(run, []))
        account.expect(here == camera.counted(run), f"{here} of {camera.counted(run)} frames of run {run} are stored")
    disorder = account.footage.disorder()
    account.expect(not disorder, disorder)
    account.expect(account.code == (3 if lost else account.code), f"verify gives {account.code} while {lost} frames are missing")
    account.expect(account.code in (0, 3), f"verify gives {account.code}: {'; '.join(account.verdict['findings'][:2])}")
    account.expect(not account.reasons() - {"account-lost", "camera-restarted"}, f"reasons {account.reasons()}")
    return account.done()


def two_cameras(rig):
    """A camera's home was copied: two cameras with one identity run at once, and the recorder reaches now one and now the other."""
    first = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(first).start("--continuous")
    recorder.wait_for(20)
    first.stop()
    recorder.stop()
    shutil.copytree(first.home, f"{rig.work}/second")
    second = Camera(rig, "second")
    second.lens.run = 99
    first.start()
    second.start()
    recorder.start("--continuous", "--camera", f"127.0.0.1:{first.port}", "--camera", f"127.0.0.1:{second.port}")
    recorder.wait_for(20)
    # Whichever of the two it reached first, it meets both.
    for here, away in ((second, first), (first, second)):
        away.freeze()
        seen = here.counted()
        until(lambda: here.state()["live"], "the recorder has found the other camera", 40, 0.3)
        until(lambda: here.counted() > seen + 30, "the other camera is recorded", 20)
        recorder.wait_for(20)
        away.thaw()
    reported = [reason for reason in recorder.state()["reasons"] if "two cameras run with one identity" in reason]
    recorder.finish(first, limit=40)
    account = Account(recorder, first)
    account.expect(reported, "nobody was told that two cameras run with one identity")
    runs = {}
    for epoch, picture in account.footage.pictures:
        runs.setdefault(epoch, set()).add(picture and picture[0])
    mixed = [epoch for epoch, here in runs.items() if len(here) > 1]
    account.expect(not mixed, f"pictures of two cameras are filed under epochs {mixed}")
    account.expect({0, 1, 100} <= set(account.runs), f"the recording has pictures of the runs {sorted(account.runs)}")
    for camera, run in ((first, 1), (second, 100)):
        here = account.runs.get(run, [0])
        missing = max(here) + 1 - len(here)
        account.expect(not missing or account.reasons(), f"{missing} frames of run {run} are missing for no reason")
    account.expect(account.code in (0, 3), f"verify gives {account.code}: {'; '.join(account.verdict['findings'][:2])}")
    return account.done()


def stop_while_away(rig):
    """A recording is stopped while the camera is away: it ends with what was captured until then. Then the camera is revoked."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start()
    begun = recorder.begin(camera)
    recorder.wait_for(30)
    camera.stop()
    recorder.stop()
    recorder.start()
    recording = recorder.recordings()[0]["id"]
    code, _, error = recorder.say("record", "stop", recording)
    if code:
        raise Wrong(f"record stop gives {code} while the camera is away: {error.strip()[-150:]}")
    stopped = recorder.recordings()[0]["state"]
    camera.start()
    camera.wait_for(30)
    until(lambda: recorder.recordings()[0]["state"] == "stopped", "the recording is stopped", 10)
    account = Account(recorder, camera)
    account.expect(stopped != "recording", "record stop gives 0, and the recording goes on")
    account.expect(set(account.runs) == {0}, f"the recording has frames of the runs {sorted(account.runs)}, and was stopped in the first")
    camera.lens.run = 0  # The recording ended with this run.
    account.judge(begun=begun, first=0, code=0)
    figures = account.done()
    camera.lens.run = 1

    recorder.begin(camera)
    recorder.wait_for(15)
    camera.stop()
    second = max(one["id"] for one in recorder.recordings())
    peer = recorder.recordings()[0]["camera"]
    for words in (["pair", "revoke", peer[:12]], ["record", "stop", second], ["recordings", "delete", second]):
        code, _, error = recorder.say(*words)
        if code:
            raise Wrong(f"{' '.join(words[:2])} gives {code} for a revoked camera: {error.strip()[-150:]}")
    if any(one["id"] == second for one in recorder.recordings()):
        raise Wrong("the recording of a revoked camera is not deleted")
    return figures
