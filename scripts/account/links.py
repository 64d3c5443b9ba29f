"""Scenarios about live video, clips, stills and events."""
import os
import random
import socket
import sqlite3
import ssl
import time

import boxes
import lens
from judge import Account
from rig import LONGSHOT, Camera, Recorder, Wrong, until


def suspended_recorder(rig):
    """A recorder stands still until its live session has expired: video is live again soon after."""
    camera = Camera(rig).start()
    recorder = Recorder(rig, "recorder").pair(camera).start()
    begun = recorder.begin(camera)
    recorder.wait_for(20)
    recorder.freeze()
    until(lambda: not camera.state()["live"], "the live session has expired", 30, 0.5)
    recorder.thaw()
    thawed = camera.counted()
    until(lambda: camera.state()["live"], "there is a live session again", 12)
    received = recorder.frames("received")
    until(lambda: recorder.frames("received") >= received + 20, "frames come live again", 10, 0.3)
    recorder.finish(camera)
    account = Account(recorder, camera).judge(begun=begun, first=0, last=0, code=0)
    behind = (first_live(recorder, account, thawed) - thawed) / lens.RATE
    account.expect(behind <= 2, f"the first picture that came live was taken {behind:.1f} s after the standstill")
    return f"{account.done()}; the first picture that came live was taken {behind:.1f} s after the standstill"


def first_live(recorder, account, behind):
    """The number of the first picture that came live among those that were taken behind a given one."""
    catalog = sqlite3.connect(f"file:{recorder.home}/archive/catalog.sqlite?mode=ro", uri=True)
    at, numbers = 0, [picture[1] for _, picture in account.footage.pictures]
    for frames, received in catalog.execute("select frames, received from fragment order by epoch, sequence"):
        # Live video that begins within a fragment has its last pictures.
        if received and numbers[at + frames - received] >= behind:
            return numbers[at + frames - received]
        at += frames
    raise Wrong(f"no picture behind {behind} came live")


def clip_during_backfill(rig):
    """A clip that is asked for before all of it was fetched is whole when it is asked for again."""
    camera = Camera(rig).start()
    slow = {"LONGSHOT_RECORDER_BACKFILL_RATE": "1500"}
    recorder = Recorder(rig, "recorder").pair(camera).start("--continuous", env=slow)
    recorder.wait_for(40)
    begin = time.time_ns()
    recorder.kill()
    camera.wait_for(80)
    end, wanted = time.time_ns(), camera.counted() + 20
    recorder.start("--continuous", env=slow)
    recorder.wait_for(10)
    recording = recorder.recordings()[0]["id"]

    def clip(name, shift=0):
        status, content = recorder.ask(f"/v1/recordings/{recording}/media?from={begin - 2_000_000_000 + shift}&to={end}")
        if status != 200:
            return 0
        with open(f"{rig.work}/{name}.mp4", "wb") as file:
            file.write(content)
        return len(boxes.pictures(f"{rig.work}/{name}.mp4"))

    early = clip("early")

    def is_fetched():
        stored = boxes.Footage(recorder.recordings()[0]["segments"]).numbers()[0]
        return max(stored) >= wanted and len(set(stored)) == max(stored) - min(stored) + 1

    until(is_fetched, "all is fetched", 40)
    whole, again = clip("whole", shift=1), clip("again")
    if again != whole:
        raise Wrong(f"a clip had {early} frames during the backfill, has {again} when asked for again, and {whole} under another name")
    if early >= whole:
        raise Wrong(f"the clip was whole at once ({early} of {whole} frames): the backfill was too fast for this scenario")
    recorder.finish(camera)
    return f"clip of {early}, then {again} frames; " + Account(recorder, camera).judge(first=0, last=0, code=0).done()


def two_recipients(rig):
    """A still for two recorders, one of which is away, reaches both."""
    camera = Camera(rig).start()
    pair = []
    for name in ("first", "second"):
        os.makedirs(f"{rig.work}/{name}")
        with open(f"{rig.work}/{name}/longshot.yaml", "w", encoding="utf-8") as file:
            file.write(f"name: {name}\n")
        pair.append(Recorder(rig, name).pair(camera))
    pair[0].start()
    until(lambda: pair[0].state()["cameras"], "the first recorder knows the camera")
    camera.wait_for(5)
    code, _, error = camera.say("snap", "--save", "recorder", "--to", "first", "--to", "second", "--json")
    if code:
        raise Wrong(f"snap gives {code}: {error.strip()[-150:]}")

    def stills(recorder):
        folder = f"{recorder.home}/files"
        return [f"{where}/{name}" for where, _, names in os.walk(folder) for name in names if name.endswith(".jpg") and "thumbnail" not in name]

    until(lambda: stills(pair[0]), "the first recorder has the still", 10)
    time.sleep(1)
    pair[1].start()
    until(lambda: stills(pair[1]), "the second recorder has the still", 10)
    contents = {open(stills(one)[0], "rb").read() for one in pair}
    if len(contents) != 1:
        raise Wrong("the two recorders have different pictures")
    return "both have the same picture"


def event_feed_stops_the_node(rig):
    """Readers of events come and go by the hundred while stills are taken: the node answers, and ends in order."""
    camera = Camera(rig).start()
    camera.wait_for(3)
    snapping = rig.spawn(
        [LONGSHOT, "snap", "--camera", f"127.0.0.1:{camera.port}", "--home", camera.home, "--count", "1500", "--every", "40ms"],
        f"{rig.work}/snap.log")
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    tls.load_cert_chain(f"{camera.home}/identity/certificate.pem", f"{camera.home}/identity/key.pem")

    def reader():
        connection = tls.wrap_socket(socket.create_connection(("127.0.0.1", camera.port), timeout=5))
        connection.sendall(b"GET /v1/events HTTP/1.1\r\nHost: camera\r\nAccept: text/event-stream\r\n\r\n")
        return connection

    dice, readers = random.Random(1), 0
    for _ in range(16):
        try:
            some = [reader() for _ in range(12)]
        except OSError as error:
            raise Wrong(f"the node does not answer any more after {readers} readers: {error}") from None
        readers += len(some)
        time.sleep(dice.uniform(0, 0.3))
        for one in some:
            one.close()
    try:
        camera.state()
    except OSError as error:
        raise Wrong(f"the node does not answer any more after {readers} readers: {error}") from None
    finally:
        snapping.kill()
    camera.stop()
    return f"the node answers after {readers} readers, and ends in order"


