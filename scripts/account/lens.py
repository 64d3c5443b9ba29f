"""Numbered pictures for a camera, and a count of them that Longshot has no part in.

A picture has 32 blocks, black or white: the run of the camera (8 bits), the number of the picture (14), a check (10).
"""
import os
import random
import subprocess

WIDTH, HEIGHT = 64, 48
RATE = 10
RECORD = 4  # bytes that the counting branch writes for each picture
AT_ONCE = -1  # `fails_after` of a camera that gives no picture at all
PADDED = 8192  # bytes of each JPEG picture

ROWS = [bytes(235 if byte >> bit & 1 else 16 for bit in range(7, -1, -1) for _ in range(8)) * 12 for byte in range(256)]

# The branch behind the tee that counts has no queue: it writes in the thread, and before the moment, in which the encoder's
# branch takes the picture. One write(2) for each, so that a kill takes no count away.
H264 = """# Numbered pictures that are counted outside.
filesrc location={numbers} blocksize={blocksize}
! rawvideoparse format=gray8 width={width} height={height} framerate={rate}/1
! identity name=camera sync=true
! tee name=split

split.
! videoscale ! video/x-raw,width=4,height=1
! filesink location={count} buffer-mode=unbuffered append=true sync=false async=false

split.
! queue max-size-buffers=4 max-size-bytes=0 max-size-time=0
{fault}! videoconvert ! video/x-raw,format=I420
! x264enc name=encoder bitrate={bitrate} key-int-max={rate} tune=zerolatency speed-preset=ultrafast bframes=0 threads=1 option-string=scenecut=0
! h264parse config-interval=-1
! video/x-h264,stream-format=byte-stream,alignment=au
! appsink name=encoded sync=false max-buffers=60 drop=false

split.
! queue leaky=downstream max-size-buffers=2 max-size-bytes=0 max-size-time=0
! videoconvert ! video/x-raw,format=I420
! appsink name=frames sync=false max-buffers=2 drop=true
"""

JPEG = """# Numbered JPEG pictures of one size in bytes.
filesrc location={folder}/pictures.avi
! avidemux
! identity name=camera sync=true
! tee name=split

split.
! queue max-size-buffers=4 max-size-bytes=0 max-size-time=0
! appsink name=encoded sync=false max-buffers=60 drop=false

split.
! filesink location={count} buffer-mode=unbuffered append=true sync=false async=false
"""


def check(value):
    """Ten bits that follow from the other 22."""
    return (value * 0x9E3779B1 >> 11) & 0x3FF


def picture(run, number):
    """The rows of one picture."""
    value = (run & 0xFF) << 14 | number & 0x3FFF
    value |= check(value) << 22
    return b"".join(ROWS[value >> shift & 0xFF] for shift in (24, 16, 8, 0))


def read(gray):
    """Run and number of a decoded picture; None if its blocks are not readable."""
    value = 0
    for row in range(4):
        for column in range(8):
            value = value << 1 | (gray[(row * 12 + 6) * WIDTH + column * 8 + 4] > 125)
    number = value & 0x3FFFFF
    return (number >> 14, number & 0x3FFF) if value >> 22 == check(number) else None


class Lens:
    """What a camera of a test sees: another run, with a count of its own, at each of its starts."""

    def __init__(self, folder, pictures=2000, noise=None, bitrate=100, fails_after=None):
        self.folder, self.pictures, self.noise, self.bitrate, self.fails_after = folder, pictures, noise, bitrate, fails_after
        self.run = -1
        os.makedirs(folder, exist_ok=True)

    def count_file(self, run):
        """Where the pictures of a run are counted."""
        return f"{self.folder}/count.{run}"

    def counted(self, run=None):
        """How many pictures have left the camera in a run; the present one, if no run is given."""
        try:
            return os.path.getsize(self.count_file(self.run if run is None else run)) // RECORD
        except FileNotFoundError:
            return 0

    def begin(self, pipelines):
        """Writes the capture text of another run of the camera."""
        self.run += 1
        width, height = self.noise or (WIDTH, HEIGHT)
        numbers = f"{self.folder}/numbers"
        with open(numbers, "wb") as file:
            for number in range(self.pictures):
                rows = picture(self.run, number)
                if self.noise:
                    dust = random.randbytes(width * height)
                    rows = b"".join(
                        rows[y * WIDTH:(y + 1) * WIDTH] + dust[y * width + WIDTH:(y + 1) * width] if y < HEIGHT
                        else dust[y * width:(y + 1) * width] for y in range(height))
                file.write(rows)
        fault = f"! identity error-after={self.fails_after}\n" if (self.fails_after or 0) > 0 else ""
        if self.fails_after == AT_ONCE:
            numbers += ".missing"
        write(pipelines, H264.format(
            numbers=numbers, blocksize=width * height, width=width, height=height, rate=RATE, count=self.count_file(self.run),
            bitrate=self.bitrate, fault=fault))


class JPEGLens(Lens):
    """Numbered JPEG pictures, some of which are damaged; they come twenty times."""

    def __init__(self, folder, pictures=100, damaged=()):
        super().__init__(folder, pictures)
        with open(f"{folder}/numbers", "wb") as file:
            file.write(b"".join(picture(0, number) for number in range(pictures)))
        subprocess.run(
            ["gst-launch-1.0", "-q", "filesrc", f"location={folder}/numbers", f"blocksize={WIDTH * HEIGHT}", "!", "rawvideoparse",
             "format=gray8", f"width={WIDTH}", f"height={HEIGHT}", "!", "videoconvert", "!", "video/x-raw,format=I420", "!", "jpegenc", "!",
             "multifilesink", f"location={folder}/%04d.jpg"], check=True, stdout=subprocess.DEVNULL)
        for number in range(pictures):
            with open(f"{folder}/{number:04d}.jpg", "r+b") as file:
                content = bytearray(file.read())
                if number in damaged:
                    # A turned bit makes a marker of entropy-coded data.
                    middle = len(content) - 100
                    content[middle:middle + 2] = b"\xff\x5a"
                file.seek(0)
                file.write(content.ljust(PADDED, b"\0"))
        # A film has the times of its pictures; read one by one in front of a clock, the first would have another zero than the rest.
        subprocess.run(
            ["ffmpeg", "-v", "error", "-stream_loop", "19", "-framerate", f"{RATE}", "-i", f"{folder}/%04d.jpg", "-c", "copy",
             f"{folder}/pictures.avi"], check=True, stdin=subprocess.DEVNULL)

    def counted(self, run=None):
        try:
            return os.path.getsize(self.count_file(self.run if run is None else run)) // PADDED
        except FileNotFoundError:
            return 0

    def begin(self, pipelines):
        self.run += 1
        write(pipelines, JPEG.format(
            folder=self.folder, count=self.count_file(self.run)))


def write(pipelines, text):
    """Puts the text where the camera looks for it."""
    os.makedirs(pipelines, exist_ok=True)
    with open(f"{pipelines}/counted.pipeline", "w", encoding="utf-8") as file:
        file.write(text)
