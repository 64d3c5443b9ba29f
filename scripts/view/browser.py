"""Opens the page of a camera with Chromium, watches, and prints how many pictures were shown: HOME SECONDS.

Then cuts the network of this namespace, and prints the seconds until the page said so, and until it was live again.
"""
import json
import subprocess
import sys
import time

from chromium import Chromium, page_link

CUT = "table inet cut { chain in { type filter hook input priority 0; meta l4proto { tcp, udp } drop; }; }"
home, seconds = sys.argv[1], float(sys.argv[2])
with Chromium(390, 844) as browser:
    browser.open(page_link(home))
    browser.click("document.getElementById('use')")
    shown = "(document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0)"
    badge = "document.querySelector('.live-badge')?.textContent"
    browser.wait(f"{shown} > 0 && {badge}.startsWith('Live · WebRTC')")
    before = browser.value(shown)
    time.sleep(seconds)
    report = {"frames": browser.value(shown) - before, "badge": browser.value(badge)}
    # The cut must not hit other viewers.
    browser.wait("fetch('/v1/state').then((answer) => answer.json()).then((state) => state.viewers.count == 1)")
    subprocess.run(["nft", "-f", "-"], input=CUT, text=True, check=True)
    began = time.monotonic()
    browser.wait(f"{badge}.startsWith('Not live')")
    browser.wait("document.getElementById('trouble').textContent.includes('is lost')")
    report["told"] = round(time.monotonic() - began, 2)
    time.sleep(3)
    subprocess.run(["nft", "delete", "table", "inet", "cut"], check=True)
    began = time.monotonic()
    browser.wait(f"{badge}.startsWith('Live · WebRTC') && document.getElementById('trouble').hidden")
    report["live"] = round(time.monotonic() - began, 2)
    print(json.dumps(report, ensure_ascii=False))
