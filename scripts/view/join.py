"""Joins live video TIMES times at random moments, with aiortc and with the pages of a camera and a recorder in Chromium.

    join.py CAMERA-HOME RECORDER-HOME TIMES

Prints a line of JSON for each join: viewer, milliseconds from the offer to the first picture, and how many pictures of 30 a second
the one that is shown 1 s later is old. All run on one machine, whose monotonic clock the time stamps of the camera show.
"""
import asyncio
import json
import random
import sys
import time

from aiortc import RTCPeerConnection, RTCSessionDescription, rtcrtpreceiver
from chromium import Chromium, page_link
from node import Node

# The time stamps of the camera, which it would count from the first picture on.
rtcrtpreceiver.TimestampMapper.map = lambda _, timestamp: timestamp
camera_home, recorder_home, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
# Writes down when the page makes an offer, and when it shows which picture.
WITNESS = """(() => {
    const {requestVideoFrameCallback: wait} = HTMLVideoElement.prototype, {createOffer: offer} = RTCPeerConnection.prototype;
    window.shown = [];
    RTCPeerConnection.prototype.createOffer = function (...options) {
        [window.began, window.shown] = [performance.now(), []];
        return offer.apply(this, options);
    };
    HTMLVideoElement.prototype.requestVideoFrameCallback = function (work) {
        return wait.call(this, (now, data) => {
            window.shown.push([performance.now(), performance.timeOrigin + performance.now(), data.rtpTimestamp]);
            work(now, data);
        });
    };
})()"""
LIVE = "window.shown?.find(([now]) => now > window.shown[0][0] + 1000)"


def report(viewer, milliseconds, monotonic, timestamp):
    ticks = (round(monotonic * 90_000) - timestamp) % 2**32
    print(json.dumps(dict(viewer=viewer, first=round(milliseconds), behind=round(ticks / 3_000, 1))), flush=True)


async def join(viewer, home, path):
    node = Node(home, timeout=15)
    await asyncio.to_thread(node.ask, "OPTIONS", path)
    await asyncio.sleep(0.3)
    peer = RTCPeerConnection()
    peer.addTransceiver("video", direction="recvonly")
    tracks = asyncio.Queue()
    peer.on("track", lambda track: tracks.put_nowait(track))
    began = time.monotonic()
    await peer.setLocalDescription(await peer.createOffer())
    status, fields, text = await asyncio.to_thread(node.ask, "POST", path, peer.localDescription.sdp, "application/sdp")
    assert status == 201, text
    await peer.setRemoteDescription(RTCSessionDescription(text.decode(), "answer"))
    track = await tracks.get()
    frame = await asyncio.wait_for(track.recv(), 15)
    first = time.monotonic()
    while time.monotonic() < first + 1:
        frame = await asyncio.wait_for(track.recv(), 5)
    report(viewer, (first - began) * 1000, time.monotonic(), frame.pts)
    await asyncio.to_thread(node.ask, "DELETE", fields["Location"])
    await peer.close()


def watch(viewer, browser):
    """Waits until the page has shown live video for a second."""
    browser.wait(LIVE)
    first = browser.value("window.shown[0][0] - window.began")
    _, utc, timestamp = browser.value(LIVE)
    report(viewer, first, utc / 1000 - time.time() + time.monotonic(), timestamp)


def signed_in(browser, home):
    browser.send("Page.enable")
    browser.send("Page.addScriptToEvaluateOnNewDocument", source=WITNESS)
    browser.open(page_link(home))
    browser.click("document.getElementById('use')")


def pause():
    time.sleep(random.uniform(1, 4))


identity = json.loads(Node(recorder_home).ask("GET", "/v1/cameras")[2])[0]["camera"]
for viewer, home, path in (("aiortc", camera_home, "/v1/live/whep"),
                           ("aiortc at the recorder", recorder_home, f"/v1/cameras/{identity}/whep")):
    for _ in range(times):
        pause()
        asyncio.run(join(viewer, home, path))
with Chromium(390, 844) as phone:
    signed_in(phone, camera_home)
    for _ in range(times):
        watch("page of the camera", phone)
        phone.send("Page.navigate", url="about:blank")
        pause()
        phone.send("Page.navigateToHistoryEntry", entryId=phone.send("Page.getNavigationHistory")["entries"][-2]["id"])
with Chromium(1280, 800) as desk:
    signed_in(desk, recorder_home)
    for _ in range(times):
        button = "[...document.querySelectorAll('.tile button')].find((one) => one.textContent == '{}')"
        desk.wait(f"{button.format('Watch live')}?.checkVisibility()")
        pause()
        desk.value("window.shown = []")
        desk.press(button.format("Watch live"))
        watch("tile of the recorder", desk)
        desk.click(button.format("Close"))
        desk.send("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
