"""A Chromium without a window, which scripts control over its debugging pipe (Chrome DevTools Protocol)."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


def page_link(home, *arguments):
    """A link that signs one browser in to the page of the node with this home."""
    page = subprocess.run(
        [os.environ["LONGSHOT_BINARY"], "page", "--home", home, "--json", *arguments], capture_output=True, check=True)
    return json.loads(page.stdout)["links"][0]


class Chromium:
    """A browser with a new profile; a context manager that ends it."""

    def __init__(self, width, height):
        self.profile = tempfile.mkdtemp()
        self.serial, self.session, self.unread = 0, {}, b""
        (to_read, self.commands), (self.answers, to_write) = os.pipe(), os.pipe()
        self.process = subprocess.Popen(
            ["bash", "-c", "exec chromium --headless=new --no-sandbox --disable-gpu --ignore-certificate-errors --hide-scrollbars "
             "--allow-loopback-in-peer-connection --autoplay-policy=no-user-gesture-required --remote-debugging-pipe "
             f"--window-size={width},{height} --user-data-dir={self.profile} about:blank 3<&{to_read} 4>&{to_write} 2>/dev/null"],
            pass_fds=(to_read, to_write))
        os.close(to_read)
        os.close(to_write)
        target = next(one for one in self.send("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = {
            "sessionId": self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, **parameters):
        """The result of a command."""
        self.serial += 1
        message = {"id": self.serial, "method": method, "params": parameters, **self.session}
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" in self.unread:
                text, self.unread = self.unread.split(b"\0", 1)
                answer = json.loads(text)
                if answer.get("id") == self.serial:
                    assert "result" in answer, f"{method}: {answer}"
                    return answer["result"]
            more = os.read(self.answers, 1 << 16)
            assert more, "chromium has ended"
            self.unread += more

    def value(self, script):
        """The value of a script; waits for promises."""
        return self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)["result"].get("value")

    def wait(self, script, seconds=30):
        """Waits until the value of a script is true."""
        deadline = time.monotonic() + seconds
        while not self.value(script):
            assert time.monotonic() < deadline, f"{script}: {self.value('document.body?.innerText')}"
            time.sleep(0.05)

    def open(self, link):
        """Opens a link that signs the browser in, up to the question whether to use it."""
        self.send("Page.navigate", url=link)
        self.wait("document.getElementById('use')?.hidden === false")

    def click(self, element):
        """Clicks the element that a script finds."""
        self.wait(f"Boolean({element})")
        self.value(f"{element}.click()")

    def press(self, element):
        """Clicks the element that a script finds as a person does: the mouse is over it for a moment before."""
        self.wait(f"Boolean({element})")
        x, y = self.value(f"(({element}).scrollIntoView({{block: 'center'}}), (box => [box.x + box.width / 2, box.y + box.height / 2])(({element}).getBoundingClientRect()))")
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        time.sleep(0.3)
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path):
        """Writes a picture of the page to a WebP file."""
        data = self.send("Page.captureScreenshot", format="webp", quality=80)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
