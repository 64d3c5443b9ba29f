"""Scenarios with disks that are full or slow."""
import os
import sqlite3
import time

from judge import Account
from rig import Camera, Recorder, fill, slowed, until


def sessions_used_up(rig):
    """The disk of one of two recorders is full: the other one records, and the first says what is wrong."""
    disk = rig.small_disk("disk", 24)
    camera = Camera(rig).start()
    full = Recorder(rig, "full", home=f"{disk}/full").pair(camera)
    other = Recorder(rig, "other").pair(camera)
    full.start("--continuous")
    full.wait_for(20)
    ballast = fill(disk)
    camera.wait_for(70)
    sessions = len(camera.state()["live"])
    reasons = " ".join(full.state()["reasons"])
    other.start()
    begun = other.begin(camera)
    other.wait_for(20)
    os.remove(ballast)
    other.finish(camera)
    account = Account(other, camera).judge(begun=begun, first=0, last=0, code=0)
    # Of 16 that there are for all recorders.
    account.expect(sessions <= 8, f"one recorder has {sessions} live sessions")
    account.expect(any(word in reasons.lower() for word in ("space", "disk", "full")), f"the full recorder says: {reasons[:90]}")
    account.done()
    full.wait_for(80)
    full.finish(camera)
    return Account(full, camera).judge(first=0, last=0, code=0).done()


def restart_on_full_disk(rig):
    """A camera is started while its disk is full: live video is there, and what its spool lost is known.

    That the run before ended in order could not be written: it may count as killed.
    """
    disk = rig.small_disk("disk", 40)
    camera = Camera(rig, home=f"{disk}/camera").start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(20)
    ballast = fill(disk)
    camera.wait_for(20)
    camera.stop()
    camera.launch()
    until(lambda: camera.counted() >= 50, "a camera with a full disk captures", 15)
    received = recorder.frames("received")
    until(lambda: recorder.frames("received") > received, "live video of a camera with a full disk is recorded", 15)
    os.remove(ballast)
    recorder.wait_for(30)
    recorder.finish(camera)
    return Account(recorder, camera).judge(first=0, last=1, reasons={"spool-failed", "camera-restarted"}).done()


def killed_on_full_disk(rig):
    """A camera is started and killed, twice, while its disk is full: its epochs are known all the same."""
    disk = rig.small_disk("disk", 40)
    camera = Camera(rig, home=f"{disk}/camera").start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(20)
    ballast = fill(disk)
    camera.stop()
    for _ in range(2):
        camera.launch()
        until(lambda: camera.counted() >= 30, "a camera with a full disk captures", 15)
        camera.kill()
    os.remove(ballast)
    camera.start()
    recorder.wait_for(30)
    recorder.finish(camera)
    return Account(recorder, camera).judge(first=0, last=3, reasons={"spool-failed", "camera-restarted"}).done()


def reason_slow_disk(rig):
    """The camera's disk takes seconds for each sync while the recorder is away: what it could not keep is spool-failed."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(20)
    recorder.stop()
    tracer = rig.slow_syncs(camera, 3500)
    camera.wait_for(130)
    tracer.terminate()
    tracer.wait()
    camera.wait_for(20)
    recorder.start("--continuous")
    recorder.wait_for(40)
    recorder.finish(camera)
    account = Account(recorder, camera).judge(first=0, last=0, reasons={"spool-failed"}, code=3)
    account.expect(account.lost > 0, "nothing was lost: the disk was not slow enough")
    return account.done()


def empty_epochs(rig):
    """A camera that failed 300 times starts on a disk with 20 ms a sync while a recording is open: it loses nothing."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(20)
    camera.stop()
    add_empty_epochs(camera, 300)
    syncs = f"{rig.work}/syncs.log"
    camera.prefix = slowed(20, syncs)
    camera.start()
    stored = recorder.frames()
    until(lambda: recorder.frames() > stored + 20, "frames behind the empty epochs are stored", 60, 0.3)
    with open(syncs, encoding="utf-8") as file:
        count = sum("sync(" in line for line in file)
    camera.wait_for(40)
    recorder.finish(camera)
    account = Account(recorder, camera).judge(first=0, last=1, code=0)
    with open(camera.log, encoding="utf-8") as file:
        refused = file.read().count("fragment not kept")
    account.expect(not refused, f"the spool did not keep {refused} fragments")
    account.expect(0 < count < 300, f"the camera made {count} syncs for the empty epochs, before the recorder had frames behind them")
    return f"{account.done()}, frames behind them after {count} syncs"


def add_empty_epochs(camera, number):
    """Adds epochs without a frame to a camera's spool and counter, as captures leave them that fail at once."""
    catalog = sqlite3.connect(f"{camera.home}/spool/catalog.sqlite")
    peer, = catalog.execute("select camera from recording limit 1").fetchone()
    last, = catalog.execute("select max(epoch) from epoch").fetchone()
    now, zero = time.time_ns(), time.time_ns() - time.monotonic_ns()
    for epoch in range(last + 1, last + 1 + number):
        name = f"epoch-{epoch:06d}"
        insert(catalog, "recording", id=name, camera=peer, cameraName="camera", folder=f"camera/{name}", transport="spool", startedAt=now,
               state="recording")
        insert(catalog, "epoch", camera=peer, epoch=epoch, tick=0, utc=zero, uncertainty=1000, began="capture-failed")
    catalog.commit()
    catalog.close()
    if os.path.exists(f"{camera.home}/epoch"):
        with open(f"{camera.home}/epoch", "w", encoding="utf-8") as file:
            file.write(str(last + number))


def insert(catalog, table, **values):
    """Adds a row; columns that must have a value and are not named here get an empty one."""
    for _, column, kind, needed, default, _ in catalog.execute(f"pragma table_info({table})").fetchall():
        if needed and default is None and column not in values:
            values[column] = {"TEXT": "", "BLOB": b""}.get(kind, 0)
    marks = ", ".join("?" * len(values))
    catalog.execute(f"insert into {table}({', '.join(values)}) values({marks})", list(values.values()))
