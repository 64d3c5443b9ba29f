"""Scenarios in which something on a disk, or from a camera, is not as it should be."""
import collections
import os
import shutil
import sqlite3
import time

import boxes
import lens
from judge import Account
from rig import Camera, Recorder, Wrong, until


def damaged_fragment(rig):
    """One fragment in the camera's spool is damaged while the recorder is away."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start()
    begun = recorder.begin(camera)
    recorder.wait_for(20)
    recorder.stop()
    camera.wait_for(70)
    newest = max(boxes.movies(f"{camera.home}/spool"), key=os.path.getmtime)
    damaged = boxes.fragments(newest)[-4]
    boxes.damage(newest, len(boxes.fragments(newest)) - 4)
    recorder.start()
    started = time.monotonic()
    # More than the outage had: what comes behind the damaged fragment is there.
    recorder.wait_for(80)
    took = time.monotonic() - started
    recorder.finish(camera)
    account = Account(recorder, camera).judge(begun=begun, first=0, last=0, reasons={"spool-damaged"}, code=3)
    account.expect(account.lost == damaged.frames, f"the damaged fragment had {damaged.frames} frames, the gaps have {account.lost}")
    return f"{account.done()}; what comes behind it was there {took:.1f} s after the start"


def unreadable_segment(rig):
    """The open file of an archive cannot be read at a start, and can at the next one."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(50)
    recorder.stop()
    before = boxes.digests(recorder.home)
    files = list(boxes.movies(f"{recorder.home}/archive"))
    nobody = 65534
    for path, folders, names in os.walk(recorder.home):
        for name in [".", *folders, *names]:
            os.chown(f"{path}/{name}", nobody, nobody)
    os.chmod(rig.work, 0o755)
    for path in files:
        os.chmod(path, 0)
    recorder.launch(user=nobody, group=nobody)
    # It may start without the file or refuse to; it must not take it away.
    try:
        until(lambda: recorder.says("listens on"), "", 5)
    except Wrong:
        pass
    recorder.kill()
    for path in files:
        if os.path.exists(path):
            os.chmod(path, 0o640)
    gone = set(before) - set(boxes.digests(recorder.home))
    if gone:
        raise Wrong(f"{len(gone)} of {len(before)} intact fragments are deleted")
    recorder.start("--continuous", user=nobody, group=nobody)
    recorder.wait_for(20)
    recorder.finish(camera)
    return Account(recorder, camera).judge(first=0, last=0, code=0).done()


def older_catalog(rig):
    """A catalog of yesterday is put back over the files of today."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(25)
    recorder.stop()
    catalog = f"{recorder.home}/archive/catalog.sqlite"
    shutil.copy(catalog, f"{rig.work}/backup")
    for _ in range(2):
        recorder.start("--continuous")
        recorder.wait_for(25)
        recorder.stop()
    camera.stop()
    before = boxes.digests(recorder.home)
    shutil.copy(f"{rig.work}/backup", catalog)
    for suffix in ("-wal", "-shm"):
        if os.path.exists(catalog + suffix):
            os.remove(catalog + suffix)
    # Without the camera, so that nothing can be fetched again.
    recorder.start("--continuous")
    gone = set(before) - set(boxes.digests(recorder.home))
    if gone:
        raise Wrong(f"{len(gone)} of {len(before)} intact fragments are deleted")
    camera.start()
    recorder.wait_for(20)
    recorder.finish(camera)
    return Account(recorder, camera).judge(first=0, last=1, reasons={"lost-by-recorder"}).done()


def damaged_jpeg(rig):
    """One in 50 pictures of a camera is damaged: each is a gap of one frame, and the epoch goes on."""
    return damaged_pictures(rig, {40, 90}, 120)


def damaged_pictures(rig, damaged, pictures, prefix=()):
    """Records a camera of which some of a hundred pictures are damaged."""
    eye = lens.JPEGLens(f"{rig.work}/lens", pictures=100, damaged=damaged)
    camera = Camera(rig, eye=eye, prefix=prefix).start()
    camera.prefix = ()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous", "--transport", "tcp")
    camera.wait_for(pictures, limit=pictures / 4)
    recorder.finish(camera)
    account = Account(recorder, camera)
    epochs = {epoch for epoch, _ in account.footage.pictures}
    account.expect(len(epochs) == 1, f"{len(epochs)} epochs were begun")
    account.expect(account.reasons() == {"damaged-picture"}, f"frames are missing for {', '.join(sorted(account.reasons())) or 'nothing'}")
    stored = [picture[1] for _, picture in account.footage.pictures if picture]
    skipped = sorted({number for a, b in zip(stored, stored[1:]) for number in range(a + 1, b if b > a else b + 100)})
    account.expect({number % 100 for number in skipped} <= damaged, f"intact pictures are missing: {skipped[:9]}")
    holes = sum((b - a) % 100 - 1 for a, b in zip(stored, stored[1:]))
    # A recording may begin or end with a damaged picture, beside which nothing of it is stored.
    edges = sum((number % 100) in damaged for number in (stored[0] - 1, stored[-1] + 1))
    account.expect(holes <= account.lost <= holes + edges, f"{holes} pictures are missing, the gaps have {account.lost}")
    account.expect(account.code == 3, f"verify gives {account.code}")
    return account.done()


def reason_behind_last_frame(rig):
    """A camera fails behind the last frame of a fragment while the recorder is away: the reason reaches the recorder."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(20)
    recorder.stop()
    camera.stop()
    camera.lens.fails_after = 37
    camera.start()
    camera.wait_for(90)
    camera.stop()
    camera.lens.fails_after = None
    camera.start()
    camera.wait_for(10)
    recorder.start("--continuous")
    recorder.wait_for(100)
    recorder.finish(camera)
    # The numbers of the failing run begin again with each attempt.
    account = Account(recorder, camera).judge(first=0, last=2, reasons={"capture-failed", "not-encoded"}, code=3, ordered=False)
    account.expect(account.lost > 0, "nothing was lost: the camera did not fail")
    said = reasons_of(camera, account.gaps)
    account.expect(not said, said)
    return account.done()


def reasons_of(camera, gaps):
    """A sentence where the camera has other reasons for what it lost than the recorder; None if they agree."""
    catalog = sqlite3.connect(f"file:{camera.home}/spool/catalog.sqlite?mode=ro", uri=True)
    own = dict(catalog.execute("select reason, sum(frames) from gap where frames > 0 group by reason").fetchall())
    catalog.close()
    here = collections.Counter()
    for gap in gaps:
        if gap["frames"]:
            here[gap["reason"]] += gap["frames"]
    return None if own == dict(here) else f"the camera lost {own}, the recorder says {dict(here)}"
