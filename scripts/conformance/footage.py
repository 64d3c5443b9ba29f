"""Recordings for foreign players: numbered pictures of known codecs, rates and key frame intervals, recorded by real nodes."""
import json
import os
from dataclasses import dataclass
from fractions import Fraction

import rig

WIDTH, HEIGHT = 320, 176
BLOCKS = 16  # bits of the number in a picture, in blocks of 16 pixels

TEXT = """# Numbered pictures at an exact rate.
filesrc location={numbers} blocksize={blocksize}
! rawvideoparse format=gray8 width={width} height={height} framerate={rate}
! identity name=camera sync=true
! videoconvert ! video/x-raw,format=I420
! {encoder}
! appsink name=encoded sync=false max-buffers=60 drop=false
"""
H264 = ("x264enc name=encoder bitrate=600 key-int-max={interval} tune=zerolatency speed-preset=ultrafast bframes=0 threads=1"
        " option-string=scenecut=0 ! h264parse config-interval=-1 ! video/x-h264,stream-format=byte-stream,alignment=au")


@dataclass(frozen=True)
class Source:
    """What a camera delivers."""

    name: str
    codec: str
    rate: Fraction
    group: int  # frames from key frame to key frame

    @property
    def interval(self):
        """Seconds that a frame lasts."""
        return 1 / self.rate


SOURCES = [
    Source("H.264, groups of 1 s", "h264", Fraction(30), 30),
    Source("H.264, groups of 4 s", "h264", Fraction(30), 120),
    Source("JPEG", "jpeg", Fraction(30), 1),
    Source("H.264, 23.976 a second", "h264", Fraction(24_000, 1_001), 24),
    Source("H.264, 29.97 a second", "h264", Fraction(30_000, 1_001), 30),
    Source("H.264, 59.94 a second", "h264", Fraction(60_000, 1_001), 60),
]


def number(luma):
    """The number in a picture, given a row of its luma through the blocks."""
    return sum(1 << bit for bit in range(BLOCKS) if luma[bit * 16 + 8] > 128)


def paint(path, frames):
    """Writes numbered gray pictures, with a slope that moves so that each differs everywhere from the one before."""
    with open(path, "wb") as file:
        for count in range(frames):
            row = b"".join(bytes([235 if count >> bit & 1 else 16]) * 16 for bit in range(BLOCKS)).ljust(WIDTH, b"\x80")
            moving = bytes(60 + abs((column + count) % 240 - 120) for column in range(WIDTH))
            file.write(row * 16 + moving * (HEIGHT - 16))


class Camera(rig.Machine):
    """A camera that sees the numbered pictures."""

    kind = "camera"

    def __init__(self, place, source, numbers, index):
        super().__init__(place, f"camera{index}")
        self.source = source
        folder = f"{self.home}/pipelines"
        os.makedirs(folder)
        encoder = H264.format(interval=source.group) if source.codec == "h264" else "jpegenc quality=92"
        with open(f"{folder}/numbered.pipeline", "w", encoding="utf-8") as file:
            file.write(TEXT.format(
                numbers=numbers, blocksize=WIDTH * HEIGHT, width=WIDTH, height=HEIGHT, encoder=encoder,
                rate=f"{source.rate.numerator}/{source.rate.denominator}"))

    def arguments(self):
        return ["--capture", "numbered"]


def record(place, sources, seconds):
    """Records all sources at once; returns the recorder, and the id of each source's recording."""
    numbers = f"{place.work}/numbers.gray"
    paint(numbers, int((seconds + 20) * 60))
    cameras = [Camera(place, source, numbers, index).start() for index, source in enumerate(sources)]
    recorder = rig.Recorder(place, "recorder")
    for camera in cameras:
        recorder.pair(camera)
    recorder.start(*[word for camera in cameras for word in ("--camera", f"127.0.0.1:{camera.port}")])

    def begun(camera):
        code, out, _ = recorder.say("record", "start", "--json", "--camera", f"127.0.0.1:{camera.port}")
        return code == 0 and json.loads(out)

    started = [rig.until(lambda camera=camera: begun(camera), f"{camera.name} is recorded") for camera in cameras]
    ids = [one[0]["id"] if isinstance(one, list) else one["id"] for one in started]

    def long_enough():
        frames = {one["id"]: one["frames"].get("persisted", 0) for one in recorder.recordings()}
        return all(frames[name] >= seconds * source.rate for name, source in zip(ids, sources))

    rig.until(long_enough, f"{seconds} s of each are stored", seconds + 30, 0.5)
    recorder.say("record", "stop", *ids)
    rig.until(lambda: all(one["state"] == "stopped" for one in recorder.recordings()), "all recordings are stopped")
    for camera in cameras:
        camera.stop()
    return recorder, dict(zip(ids, sources))
