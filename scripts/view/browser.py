"""Enters the page of a camera with Chromium, watches, and says how many pictures were shown: HOME SECONDS.

Then cuts the network of this namespace, and says how long it took until the page said so, and until it was live again.
Speaks to the browser over its debugging pipe (Chrome DevTools Protocol).
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

CUT = "table inet cut { chain in { type filter hook input priority 0; meta l4proto { tcp, udp } drop; }; }"
home, seconds = sys.argv[1], float(sys.argv[2])
page = subprocess.run(
    [os.environ["LONGSHOT_BINARY"], "page", "--home", home, "--json"], capture_output=True, check=True)
link = json.loads(page.stdout)["links"][0]
profile = tempfile.mkdtemp()
(to_read, commands), (answers, to_write) = os.pipe(), os.pipe()
browser = subprocess.Popen(
    ["bash", "-c", "exec chromium --headless=new --no-sandbox --disable-gpu --ignore-certificate-errors "
     "--allow-loopback-in-peer-connection --autoplay-policy=no-user-gesture-required --remote-debugging-pipe --window-size=390,844 "
     f"--user-data-dir={profile} about:blank 3<&{to_read} 4>&{to_write} 2>/dev/null"],
    pass_fds=(to_read, to_write))
serial, session, unread = 0, {}, b""


def send(method, **parameters):
    global serial, unread
    serial += 1
    message = {"id": serial, "method": method, "params": parameters, **session}
    os.write(commands, json.dumps(message).encode() + b"\0")
    while True:
        while b"\0" in unread:
            text, unread = unread.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == serial:
                return answer["result"]
        unread += os.read(answers, 1 << 16)


def value(script):
    return send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)["result"].get("value")


def wait(script):
    deadline = time.monotonic() + 30
    while not value(script):
        assert time.monotonic() < deadline, f"{script}: {value('document.body?.innerText')}"
        time.sleep(0.05)


try:
    target = next(one for one in send("Target.getTargets")["targetInfos"] if one["type"] == "page")
    session = {"sessionId": send("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]}
    send("Page.navigate", url=link)
    wait("document.getElementById('use')?.hidden === false")
    value("document.getElementById('use').click()")
    shown = "(document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0)"
    badge = "document.querySelector('.live-badge')?.textContent"
    wait(f"{shown} > 0 && {badge}.startsWith('Live · WebRTC')")
    before = value(shown)
    time.sleep(seconds)
    report = {"frames": value(shown) - before, "badge": value(badge)}
    # Nobody else is to be cut off.
    wait("fetch('/v1/state').then((answer) => answer.json()).then((state) => state.viewers.count == 1)")
    subprocess.run(["nft", "-f", "-"], input=CUT, text=True, check=True)
    began = time.monotonic()
    wait(f"{badge}.startsWith('Not live')")
    wait("document.getElementById('trouble').textContent.includes('is lost')")
    report["told"] = round(time.monotonic() - began, 2)
    time.sleep(3)
    subprocess.run(["nft", "delete", "table", "inet", "cut"], check=True)
    began = time.monotonic()
    wait(f"{badge}.startsWith('Live · WebRTC') && document.getElementById('trouble').hidden")
    report["live"] = round(time.monotonic() - began, 2)
    print(json.dumps(report, ensure_ascii=False))
finally:
    browser.terminate()
    browser.wait()
    shutil.rmtree(profile, ignore_errors=True)
