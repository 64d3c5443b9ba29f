"""Foreign programs that play a movie, and the numbers in the pictures that each of them shows."""
import base64
import contextlib
import json
import os
import shutil
import subprocess
import tempfile

import av
from chromium import Chromium
from footage import BLOCKS, HEIGHT, WIDTH, number

LIMIT = 60  # seconds for one file


class Unplayable(Exception):
    """A player's reason not to play a file."""


def command(*words, env=None):
    """Runs a player; returns its standard output."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT, check=False, env=env)
    if done.returncode:
        raise Unplayable(f"{words[0]} ends with {done.returncode}: {done.stderr.decode(errors='replace').strip()[-200:]}")
    return done.stdout


@contextlib.contextmanager
def folder():
    """A folder that everybody may write to: VLC does not run as root."""
    path = tempfile.mkdtemp()
    os.chmod(path, 0o777)
    yield path
    shutil.rmtree(path)


def planes(data, head=0, start=0):
    """The numbers in raw I420 pictures of one size, each behind a head of some bytes."""
    size = WIDTH * HEIGHT * 3 // 2
    row = 8 * WIDTH
    return [number(data[place + head + row:]) for place in range(start, len(data) - size + 1, size + head)]


def pictures(path):
    """The time in seconds and the number of each picture that PyAV decodes."""
    with av.open(path) as movie:
        for picture in movie.decode(video=0):
            luma = picture.reformat(format="gray").planes[0]
            yield float((picture.pts or 0) * picture.time_base), number(bytes(luma)[8 * luma.line_size:])


def ffmpeg(path):
    """FFmpeg's command."""
    return planes(command(
        "ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"))


def pyav(path):
    """PyAV, which brings an FFmpeg of its own."""
    return [count for _, count in pictures(path)]


def gstreamer(*elements):
    """A GStreamer pipeline that writes what it decodes."""
    with folder() as place:
        command("gst-launch-1.0", "-q", *elements, "!", "videoconvert", "!", "video/x-raw,format=I420", "!", "filesink",
                f"location={place}/raw")
        with open(f"{place}/raw", "rb") as file:
            return planes(file.read())


def qtdemux(path):
    """GStreamer's demuxer with a decoder behind it."""
    codec = av.open(path).streams.video[0].codec_context.name
    return gstreamer("filesrc", f"location={path}", "!", "qtdemux", "!", "jpegdec" if codec == "mjpeg" else "avdec_h264")


def decodebin(path):
    """GStreamer as its players use it, with a parser."""
    return gstreamer("filesrc", f"location={path}", "!", "decodebin")


def mpv(path):
    """mpv, which writes the pictures that it shows."""
    with folder() as place:
        command("mpv", "--no-config", "--really-quiet", "--no-audio", "--vo=image", "--vo-image-format=png",
                "--vo-image-png-compression=0", f"--vo-image-outdir={place}", path)
        return [next(pictures(f"{place}/{name}"))[1] for name in sorted(os.listdir(place))]


def vlc(path):
    """VLC, which writes the pictures that it shows, in real time."""
    with folder() as place:
        user = ["setpriv", "--reuid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        command(*user, "cvlc", "-I", "dummy", "--no-audio", "--no-drop-late-frames",
                "--no-skip-frames", "--vout=yuv", f"--yuv-file={place}/raw", "--yuv-yuv4mpeg2", "--play-and-exit", path, "vlc://quit",
                env=dict(os.environ, HOME=place))
        if not os.path.exists(f"{place}/raw"):
            raise Unplayable("VLC shows nothing")
        with open(f"{place}/raw", "rb") as file:
            data = file.read()
        shown = planes(data, head=len(b"FRAME\n"), start=data.index(b"\n") + 1)
        # It shows a picture again while it waits for the next one, or for its end.
        return [count for count, before in zip(shown, [None, *shown]) if count != before]


class Browser:
    """Chromium, which shows the first picture of a file, and then each frame after a seek to its middle."""

    __name__ = "chromium"
    SCRIPT = """(async () => {
        const bytes = Uint8Array.from(atob(%s), character => character.charCodeAt(0))
        const video = document.createElement('video')
        video.muted = true
        const link = URL.createObjectURL(new Blob([bytes], {type: 'video/mp4'}))
        video.src = link
        await new Promise((done, fail) => {
            video.onloadeddata = done
            video.onerror = () => fail(new Error(video.error.message))
        })
        const context = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext('2d', {willReadFrequently: true})
        const read = () => {
            context.drawImage(video, 0, 0)
            const row = context.getImageData(0, 8, %d * 16, 1).data
            let number = 0
            for (let bit = 0; bit < %d; bit++) if (row[(bit * 16 + 8) * 4] > 128) number |= 1 << bit
            return number
        }
        const numbers = []
        for (const time of %s) {
            const seeked = new Promise(done => { video.onseeked = done })
            const shown = new Promise(done => video.requestVideoFrameCallback(done))
            video.currentTime = time
            await seeked
            await Promise.race([shown, new Promise(done => setTimeout(done, 500))])
            numbers.push(read())
        }
        URL.revokeObjectURL(link)
        return JSON.stringify([video.duration, numbers])
    })()"""

    def __init__(self):
        self.chromium = Chromium(640, 480)

    def close(self):
        """Ends the browser."""
        self.chromium.__exit__()

    def show(self, path, times):
        """The duration, and the number in the picture at each of these times."""
        with open(path, "rb") as file:
            data = json.dumps(base64.b64encode(file.read()).decode())
        answer = self.chromium.send(
            "Runtime.evaluate", expression=self.SCRIPT % (data, BLOCKS, BLOCKS, json.dumps(times)), returnByValue=True,
            awaitPromise=True)
        if "value" not in answer["result"]:
            raise Unplayable(f"Chromium: {answer['result'].get('description', answer)[:200]}")
        return json.loads(answer["result"]["value"])


def versions():
    """The name and version of each player, for the table."""
    def first(*words, line=0, env=None):
        done = subprocess.run(words, capture_output=True, check=False, env=env)
        return (done.stdout or done.stderr).decode(errors="replace").splitlines()[line]

    library = ".".join(str(part) for part in av.library_versions["libavcodec"])
    return {
        "FFmpeg": first("ffmpeg", "-version").split()[2],
        "PyAV": f"{av.__version__} (libavcodec {library})",
        "GStreamer": first("gst-launch-1.0", "--version").split()[-1],
        "mpv": first("mpv", "--version").split()[1],
        "VLC": first("dpkg-query", "-W", "-f=${Version}\n", "vlc-bin"),
        "Chromium": first("chromium", "--version").split()[1],
    }
