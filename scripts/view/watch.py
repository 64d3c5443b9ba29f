"""Watches a camera through WHEP with aiortc, and says what it saw: HOME NAME SECONDS [blind].

Blind, it decodes nothing: pictures are counted as they come.
"""
import asyncio
import collections
import contextlib
import fractions
import json
import subprocess
import sys

from aiortc import RTCPeerConnection, RTCSessionDescription
from aiortc.codecs.h264 import H264Decoder
from av import VideoFrame
from node import Node

home, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
is_blind = sys.argv[4:] == ["blind"]


def undecoded(_, encoded):
    frame = VideoFrame(16, 16)
    frame.pts, frame.time_base = encoded.timestamp, fractions.Fraction(1, 90_000)
    return [frame]


if is_blind:
    H264Decoder.decode = undecoded
camera = Node(home, timeout=15)


def number(frame):
    gray = frame.reformat(format="gray")
    plane = gray.planes[0]
    rows = bytes(plane)
    picture = f"{home}/../{name}.pgm"
    with open(picture, "wb") as file:
        file.write(f"P5 {gray.width} {gray.height} 255\n".encode())
        for row in range(gray.height):
            file.write(rows[row * plane.line_size:row * plane.line_size + gray.width])
    found = subprocess.run(["zbarimg", "-q", "--raw", "-Sdisable", "-Sqrcode.enable", picture], capture_output=True)
    return json.loads(found.stdout)["BUFFERCOUNT"] if found.stdout else None


def legible(frames):
    """The number in the first picture in which it can be read, and how many came before that one."""
    for index, frame in enumerate(frames):
        if (read := number(frame)) is not None:
            return read, index
    raise AssertionError("no number can be read")


def check(offer, answer):
    """The answer accepts only feedback that was offered, and names only the address on which the node listens."""
    def lines(text, start):
        return {line for line in text.splitlines() if line.startswith(start)}

    added = lines(answer, "a=rtcp-fb:") - lines(offer, "a=rtcp-fb:")
    assert not added, added
    addresses = {line.split()[4] for line in lines(answer, "a=candidate:")}
    assert addresses == {camera.connection.host}, addresses


async def watch():
    peer = RTCPeerConnection()
    gone = asyncio.Event()
    peer.on("connectionstatechange", lambda: peer.connectionState in ("closed", "failed") and gone.set())
    peer.addTransceiver("video", direction="recvonly")
    tracks = asyncio.Queue()
    peer.on("track", lambda track: tracks.put_nowait(track))
    # The camera prepares while the offer is made.
    preparation = asyncio.create_task(asyncio.to_thread(camera.ask, "OPTIONS", "/v1/live/whep"))
    await peer.setLocalDescription(await peer.createOffer())
    assert (await preparation)[0] == 204
    loop = asyncio.get_running_loop()
    began = loop.time()
    status, fields, text = await asyncio.to_thread(
        camera.ask, "POST", "/v1/live/whep", peer.localDescription.sdp, "application/sdp")
    text = text.decode()
    assert status == 201, text
    assert fields["Content-Type"] == "application/sdp" and "apt=" in text, text
    check(peer.localDescription.sdp, text)
    await peer.setRemoteDescription(RTCSessionDescription(text, "answer"))
    track = await tracks.get()
    first = await asyncio.wait_for(track.recv(), 15)
    shown = loop.time() - began
    # The group of pictures in progress comes first, faster than it was captured, and some of it may be lost on the way. Behind
    # the next key frame every picture is whole.
    live = 0
    while live < 30:
        last, first = first, await asyncio.wait_for(track.recv(), 5)
        live = live + 1 if (first.pts - last.pts) * first.time_base > 0.02 else 0
    early, late, frames, end = [first], collections.deque([first], maxlen=8), 1, loop.time() + seconds
    while loop.time() < end:
        late.append(await asyncio.wait_for(track.recv(), 5))
        early += [late[-1]] if len(early) < 8 else []
        frames += 1
    span = float((late[-1].pts - first.pts) * first.time_base)
    burnt = None
    if not is_blind:
        begin, after = legible(early)
        end, before = legible(reversed(late))
        burnt = end + before - (begin - after)
    status, _, _ = await asyncio.to_thread(camera.ask, "DELETE", fields["Location"])
    assert status == 204, status
    left = loop.time()
    # On a network that loses packets, the one that says so may be lost.
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(gone.wait(), 5)
    left = loop.time() - left
    await peer.close()
    print(json.dumps(dict(
        frames=frames, burnt=burnt, span=round(span, 3), shown=round(shown, 2), gone=round(left * 1000))))


asyncio.run(watch())
