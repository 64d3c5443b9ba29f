"""Takes the pictures of docs/guide/page.md: CAMERA-HOME RECORDER-HOME FOLDER."""
import sys
import time

from chromium import Chromium, page_link

camera, recorder, folder = sys.argv[1:]
GRANTS = ("--grants", "view,shoot,record")


def resize(browser, width, height):
    """Sets the size of the page, which is smaller than the window."""
    browser.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)


def dress(browser, scheme):
    """Chooses light or dark colours, and disables animations."""
    browser.send("Emulation.setEmulatedMedia", features=[
        {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])


def settle(browser):
    """Waits until new values are drawn and messages have disappeared."""
    time.sleep(2)


with Chromium(1280, 800) as desk, Chromium(390, 844) as phone:
    resize(desk, 1280, 800)
    resize(phone, 390, 844)
    for browser in (desk, phone):
        dress(browser, "dark")
    phone.open(page_link(camera, *GRANTS))
    phone.picture(f"{folder}/page-enter.webp")
    phone.click("document.getElementById('use')")
    phone.wait("document.querySelector('.live-badge')?.textContent.startsWith('Live · WebRTC')")
    # The ring of frames must contain the frame that is on the screen.
    settle(phone)
    phone.click("document.getElementById('press')")
    phone.wait("document.getElementById('still').naturalWidth > 0")
    phone.click("document.querySelector('.switches button')")
    phone.click("document.querySelector('.notice button')")
    settle(phone)
    phone.picture(f"{folder}/page-remote.webp")
    phone.send("Page.navigate", url="about:blank")

    desk.open(page_link(recorder, *GRANTS))
    desk.click("document.getElementById('use')")

    desk.wait("[...document.querySelectorAll('.tile-complete')].filter((one) => one.textContent == '100 %, nothing missing').length == 3")
    desk.wait("[...document.querySelectorAll('.tile img')].filter((one) => one.naturalWidth > 0).length == 3")
    settle(desk)
    desk.picture(f"{folder}/page-desk.webp")

    resize(desk, 2560, 1440)
    desk.click("[...document.querySelectorAll('.tile button')].filter((one) => one.textContent == 'Watch live')[1]")
    desk.wait("document.querySelector('.live-badge')?.textContent.startsWith('Live')")
    settle(desk)
    desk.picture(f"{folder}/page-desk-large.webp")
    resize(desk, 1280, 800)
    desk.click("[...document.querySelectorAll('.tile button')].find((one) => one.textContent == 'Close')")

    dress(desk, "light")
    desk.value("location.hash = 'timeline'")
    desk.wait("document.body.dataset.view == 'timeline'")
    desk.wait("document.querySelectorAll('.recording-list li').length >= 3")
    settle(desk)
    desk.picture(f"{folder}/page-timeline.webp")
