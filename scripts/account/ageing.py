"""Nodes that have run for years: what they do must not take longer, and nothing is lost."""
import json
import os
import sqlite3
import time

import damage
import lens
from disks import add_empty_epochs, insert
from judge import Account, verified
from rig import Camera, Recorder, slowed, until

SYNC = 20  # milliseconds
FAILED, FRAGMENTS, EPOCHS = 100_000, 1_000_000, 150


def latency(camera, recorder, seconds):
    """By how many seconds of live video the archive's distance to the camera varies: a fragment, and what it takes to append it."""
    behind, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        behind.append(camera.counted() - recorder.frames())
        time.sleep(0.2)
    return (max(behind) - min(behind)) / lens.RATE


def failed_captures(rig):
    """A camera with 100,000 empty epochs of failed captures, on a disk with 20 ms a sync."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(20)
    camera.stop()
    add_empty_epochs(camera, FAILED)
    stored, begun = recorder.frames(), time.monotonic()
    camera.prefix = slowed(SYNC)
    camera.start(limit=240)
    listens = time.monotonic() - begun
    until(lambda: camera.counted() > 0, "there is a picture", 240, 0.02)
    pictured = time.monotonic()
    until(lambda: (camera.state()["counters"].get("spooled") or 0) > 0, "the first fragment is spooled", 240, 0.05)
    spooled = time.monotonic() - pictured
    until(lambda: recorder.frames() > stored + 20, "frames behind the failed captures are stored", 240, 0.3)
    caught_up = time.monotonic() - begun
    camera.wait_for(60)
    recorder.finish(camera, limit=60)
    account = Account(recorder, camera).judge(first=0, last=1, code=0)
    account.expect(listens < 10, f"the camera listens after {listens:.0f} s")
    account.expect(spooled <= 2, f"the first fragment was spooled {spooled:.1f} s after its first picture")
    account.expect(caught_up < 15, f"the recorder had caught up after {caught_up:.0f} s")
    return f"listens after {listens:.1f} s, first fragment spooled {spooled:.1f} s after its first picture, caught up after {caught_up:.1f} s; {account.done()}"


def failing_captures(rig):
    """A capture that fails at once, for half a minute: attempts make no epochs."""
    camera = Camera(rig)
    camera.lens.fails_after = lens.AT_ONCE
    camera.launch()
    until(lambda: camera.says("capture failed"), "the capture fails", 20)
    time.sleep(30)
    camera.stop()
    camera.lens.fails_after = None
    camera.start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(20)
    recorder.finish(camera)
    account = Account(recorder, camera).judge(first=1, last=1, code=0)
    epoch = max(epoch for epoch, _ in account.footage.pictures)
    account.expect(epoch <= 2, f"the first epoch with a picture has the number {epoch}")
    return f"epoch {epoch}; {account.done()}"


def large_archive(rig):
    """An archive of 1,000,000 fragments, on a disk with 20 ms a sync: appending takes no longer than in a new one."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera)
    recorder.prefix = slowed(SYNC)
    recorder.start()
    recorder.begin(camera)
    recorder.wait_for(20)
    young = latency(camera, recorder, 10)
    recorder.finish(camera)
    recorder.stop()
    add_fragments(recorder, FRAGMENTS)
    begun = time.monotonic()
    recorder.start()
    listens = time.monotonic() - begun
    begun_at = recorder.begin(camera)
    recording = max(one["id"] for one in recorder.recordings())
    stored = recorder.frames()
    until(lambda: recorder.frames() >= stored + 20, "a large archive records", 40, 0.2)
    old = latency(camera, recorder, 20)
    recorder.stop()
    camera.wait_for(300, limit=60)
    begun = time.monotonic()
    recorder.start()
    before = recorder.frames()
    until(lambda: recorder.frames() >= before + 280, "the recorder has caught up with 30 s", 60, 0.2)
    caught_up = time.monotonic() - begun
    recorder.finish(camera)
    account = Account(recorder, camera, name=recording).judge(begun=begun_at, first=0, last=0, code=0)
    account.expect(listens < 10, f"it listens after {listens:.0f} s")
    account.expect(old <= young + 1.5, f"the archive is {old:.1f} s behind, a new one {young:.1f} s")
    account.expect(caught_up < 15, f"30 s of footage were fetched in {caught_up:.0f} s")
    return f"listens after {listens:.1f} s, {young:.1f} s behind when new, {old:.1f} s when large, 30 s fetched in {caught_up:.1f} s; {account.done()}"


def add_fragments(recorder, number):
    """Adds rows of a long recording of the past to an archive; its files are not made."""
    catalog = sqlite3.connect(f"{recorder.home}/archive/catalog.sqlite")
    peer, = catalog.execute("select camera from recording limit 1").fetchone()
    digest, = catalog.execute("select digest from init limit 1").fetchone()
    now = time.time_ns()
    insert(catalog, "recording", id="20200101T000000Z-00001", camera=peer, cameraName="past", folder="past/20200101T000000Z-00001",
           transport="udp", startedAt=now - 10**15, stoppedAt=now - 10**14, state="stopped")
    insert(catalog, "epoch", camera=peer, epoch=0, tick=0, utc=now - 10**15, uncertainty=1000, began="camera-restarted")
    for segment in range(number // 60 + 1):
        first = segment * 60 + 1
        insert(catalog, "segment", id=10_000 + segment, recording="20200101T000000Z-00001", epoch=0, number=segment + 1, part=0, base=0,
               init=digest, path=f"past/{segment}.mp4", width=64, height=48, codec="h264", bytes=60_000, persistedAt=now, fragments=60,
               frames=600, captured=600, received=600, backfilled=0, unconfirmed=0, firstSequence=first, lastSequence=first + 59,
               firstTick=first * 90_000, lastTick=(first + 60) * 90_000, closed=1, garbage=0)
    catalog.executemany(
        "insert into fragment(recording, epoch, sequence, segment, offset, bytes, firstTick, lastTick, frames, isSync, sha256, captured, received,"
        " source, persistedAt) values('20200101T000000Z-00001', 0, ?, ?, ?, 1000, ?, ?, 10, 1, ?, 10, 10, 'live', ?)",
        ((n + 1, 10_000 + n // 60, 700 + n % 60 * 1000, n * 90_000, n * 90_000 + 81_000, n.to_bytes(32, "big"), now) for n in range(number)))
    catalog.commit()
    catalog.close()


def many_epochs(rig):
    """A recording over 150 epochs, on disks with 20 ms a sync."""
    eye = lens.Lens(f"{rig.work}/lens", fails_after=8)
    camera = Camera(rig, eye=eye, prefix=slowed(SYNC)).start()
    camera.prefix = ()
    recorder = Recorder(rig, "recorder").pair(camera)
    recorder.prefix = slowed(SYNC)
    recorder.start("--continuous")

    def epochs():
        return camera.state()["capture"].get("epoch", 0)

    until(lambda: epochs() >= EPOCHS, f"there are {EPOCHS} epochs", 600, 2)
    camera.stop()
    camera.lens.fails_after = None
    camera.start()
    recorder.wait_for(20, limit=60)
    recorder.finish(camera, limit=60)
    begun = time.monotonic()
    verified(recorder, fast=True)
    took = time.monotonic() - begun
    account = Account(recorder, camera)
    runs = [picture for _, picture in account.footage.pictures if picture and picture[0] == 0]
    account.judge(last=1, reasons={"capture-failed", "not-encoded"}, code={0, 3}, ordered=False, loops=True)
    account.expect(took < 10, f"verify took {took:.0f} s")
    return f"{len({epoch for epoch, _ in account.footage.pictures})} epochs, {len(runs)} frames in them, verified in {took:.1f} s; {account.done()}"


def thousand_epochs(rig):
    """1,000 epochs of which the spool has nothing any more lie between two fragments, on disks with 20 ms a sync."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous")
    recorder.wait_for(20)
    recorder.stop()
    camera.stop()
    add_accounts(camera, 1000, 8)
    camera.prefix = recorder.prefix = slowed(SYNC)
    begun = time.monotonic()
    camera.start()
    listens = time.monotonic() - begun
    recorder.start("--continuous")
    begun, stored = time.monotonic(), recorder.frames()
    until(lambda: recorder.frames() > stored + 20, "frames behind the epochs are stored", 60, 0.2)
    caught_up = time.monotonic() - begun
    recorder.finish(camera, limit=60)
    begun = time.monotonic()
    verified(recorder, fast=True)
    took = time.monotonic() - begun
    account = Account(recorder, camera)
    gaps = [gap for gap in account.gaps if gap["frames"]]
    account.expect(len(gaps) == 1000 and account.lost == 8000, f"{len(gaps)} gaps have {account.lost} frames, of 1,000 with 8 each")
    account.expect(account.reasons() == {"spool-overrun"}, f"reasons {account.reasons()}")
    account.expect(account.code == 3, f"verify gives {account.code}: {'; '.join(account.verdict['findings'][:2])}")
    account.expect(listens < 5, f"the camera listens after {listens:.0f} s")
    account.expect(caught_up < 15, f"the recorder had caught up after {caught_up:.0f} s")
    account.expect(took < 5, f"verify took {took:.0f} s")
    return f"listens after {listens:.1f} s, caught up after {caught_up:.1f} s, verified in {took:.1f} s; {account.done()}"


def add_accounts(camera, number, frames):
    """Adds accounts of epochs with one fragment each that the spool has deleted, behind the camera's last epoch."""
    folder = f"{camera.home}/epochs"
    accounts = []
    for name in os.listdir(folder):
        if name.endswith(".json"):
            with open(f"{folder}/{name}", encoding="utf-8") as file:
                accounts.append(json.load(file))
    last = max(accounts, key=lambda one: one["epoch"])
    for _ in range(number):
        tick = last["lastTick"] + 90_000
        lost = {"firstSequence": 1, "lastSequence": 1, "firstTick": tick, "lastTick": tick + 7 * 9_000, "before": 0, "frames": frames,
                "reason": "trimmed"}
        last = dict(last, epoch=last["epoch"] + 1, id=os.urandom(16).hex(), predecessor=last["id"], lastSequence=1, lastTick=tick + 7 * 9_000,
                    captured=frames, ended="in-order", lost=[lost])
        with open(f"{folder}/{last['id']}.json", "w", encoding="utf-8") as file:
            json.dump(last, file)
    with open(f"{camera.home}/epoch", "w", encoding="utf-8") as file:
        file.write(f"{last['epoch']}\n")


def one_percent_damaged(rig):
    """One picture in a hundred of a JPEG camera is damaged, for half a minute, on a disk with 20 ms a sync."""
    return damage.damaged_pictures(rig, {50}, 300, slowed(SYNC))


AGEING = [many_epochs, thousand_epochs, large_archive, failed_captures, failing_captures, one_percent_damaged]
