"""Whether clips of cameras that look at one numbered picture show each number at one place of the common time.

    aligned.py FOLDER GUIDE

OpenCV counts and decodes the frames of each clip, zbar reads the numbers, pandas reads the tables. Then the program of the guide is
run in the folder, and the numbers that it puts side by side must be equal.
"""
import glob
import json
import os
import re
import statistics
import subprocess
import sys

import cv2
import pandas

CAMERAS = ["porch", "garden", "barn"]
INTERVAL = 0.04


def numbers(pictures):
    """The numbers in the codes of pictures, in the order of the pictures."""
    read = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", *pictures], capture_output=True, text=True, check=True)
    return [json.loads(line)["BUFFERCOUNT"] for line in read.stdout.splitlines()]


def clip(name):
    """The number in each frame of a clip, with its seconds and how uncertain they are, in milliseconds."""
    table = pandas.read_csv(f"jump-{name}.csv")
    frames = table[table.state == "frame"]
    video, pictures = cv2.VideoCapture(f"jump-{name}.mp4"), []
    while True:
        is_there, picture = video.read()
        if not is_there:
            break
        pictures.append(f"{name}-{len(pictures):05}.png")
        cv2.imwrite(pictures[-1], picture)
    assert len(pictures) == len(frames), f"{name}: {len(pictures)} frames in the clip, {len(frames)} in the table"
    assert list(frames.frame) == list(range(len(frames))), f"{name}: the frames are not numbered from 0"
    assert (frames.clock == "recorder").all(), f"{name}: the clock is that of the camera"
    # A frame that begins less than half a millisecond after the beginning of a clip is its first one.
    assert frames.seconds.iloc[0] <= 0.0005 < frames.seconds.iloc[1], f"{name}: it begins at {frames.seconds.iloc[0]} s"
    found = numbers(pictures)
    assert len(found) == len(frames), f"{name}: {len(found)} of {len(frames)} pictures have a number"
    return dict(zip(found, frames.seconds)), frames.uncertainty_ms.max()


folder, guide = sys.argv[1:]
program = re.search(r"```python\n(.*?)```", open(guide).read(), re.S).group(1)
os.chdir(folder)
clips = {name: clip(name) for name in CAMERAS}
(first, uncertainty), worst, late = clips["porch"], 0, {}
for name in CAMERAS[1:]:
    other, more = clips[name]
    shared = first.keys() & other.keys()
    assert len(shared) > 0.9 * len(first), f"porch and {name} share {len(shared)} of {len(first)} pictures"
    # What the network adds between picture and camera is in no table; on a busy machine one gets all of them later than another.
    late[name] = statistics.median(other[number] - first[number] for number in shared)
    assert abs(late[name]) < 0.1, f"{name} is {late[name]} s behind porch"
    for number in shared:
        apart = abs(other[number] - first[number] - late[name])
        assert apart < INTERVAL / 2, f"picture {number} is {apart * 1000:.1f} ms farther apart than usual at porch and {name}"
        worst = max(worst, apart)
    uncertainty = max(uncertainty, more)
subprocess.run([sys.executable, "-c", program], check=True)
rows = sorted(glob.glob("aligned-*.png"))
assert len(rows) > 0.9 * len(first), f"the program of the guide aligned {len(rows)} of {len(first)} pictures"
# Who is late by most of an interval shows the picture before.
behind = sorted([0, *(round(one / INTERVAL) for one in late.values())])
for row in rows:
    side_by_side = sorted(numbers([row]), reverse=True)
    differences = [side_by_side[0] - number for number in side_by_side]
    assert len(side_by_side) == len(CAMERAS), f"{row} shows {side_by_side}"
    if max(abs(one) for one in late.values()) < 0.015:
        assert not any(differences), f"{row} shows {side_by_side}"
    else:
        assert differences[-1] <= behind[-1] - behind[0] + 1, f"{row} shows {side_by_side}"
print(f"{len(first)} pictures of {len(CAMERAS)} clips within {worst * 1000:.1f} ms of each other on the common time "
      f"(told ± {uncertainty:.1f} ms), {len(rows)} aligned as the guide says")
