# SPDX-License-Identifier: Apache-2.0
"""Calibrates a camera that runs, from a tag that is moved before it, and judges what it then says; for scripts/test-nearby.

    running.py [--poses N] [--seed N]

The camera shows pictures of a tag of 10 cm at known places, each for 0.6 s, again and again. `longshot calibrate` must find its
focal length, and `longshot nearby watch` must then tell the distance and direction of one of the places each time.
"""
import argparse
import itertools
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np

import render

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.environ.get("LONGSHOT_BINARY", os.path.join(HERE, "../../.build/debug/longshot"))
TAG, SIZE, SHOWN = 7, 0.1, 0.6
LENS = render.camera(1280, 720, 1000.0)
with open(os.path.join(HERE, "pictures.pipeline"), encoding="utf-8") as text:
    PIPELINE = text.read()


class Wrong(Exception):
    """What the camera says is not so."""


def longshot(*arguments, seconds=120):
    done = subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=seconds)
    if done.returncode:
        raise Wrong(f"longshot {' '.join(arguments)} ended with {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


def ready(camera, home, seconds=30):
    """Waits until the camera knows the size of its pictures."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and camera.poll() is None:
        if subprocess.run([BINARY, "calibrate", "--home", home, "--field-of-view", "65"], capture_output=True, timeout=30).returncode == 0:
            return
        time.sleep(0.2)
    raise Wrong(f"the camera is not ready after {seconds} s")


def judge(home, work, truths, poses):
    seconds = math.ceil(poses * SHOWN) + 5
    # A busy machine does not see each place in each round.
    calibrating = math.ceil(4 * poses * SHOWN) + 5
    path = os.path.join(work, "lens.json")
    longshot("calibrate", "--home", home, "--size", f"{SIZE * 1000:g}mm", "--tag", str(TAG), "--for", f"{calibrating}s", "-o", path)
    with open(path) as file:
        found = json.load(file)
    off = [found["focalLength"][axis] / (LENS.fx, LENS.fy)[axis] - 1 for axis in (0, 1)]
    print(f"calibrated while it runs: focal length {off[0]:+.2%}, {off[1]:+.2%} off, told within {found['uncertainty']:.2%}", flush=True)
    if max(map(abs, off)) > 0.01 or abs(off[0]) > found["uncertainty"]:
        raise Wrong("the focal length is wrong by more than 1 %, or than what is told")
    watched = longshot("nearby", "watch", "--home", home, "--size", f"{SIZE * 1000:g}mm", "--tag", str(TAG), "--for", f"{seconds}s", "--json")
    updates = [json.loads(line) for line in watched.splitlines()]
    # A picture that was taken before the calibration was kept may still be told with the lens before.
    updates = list(itertools.dropwhile(lambda update: update.get("lens", {}).get("origin") == "field-of-view", updates))
    origins = {update["lens"]["origin"] for update in updates if "lens" in update}
    if origins != {"calibrated"}:
        raise Wrong(f"the lens is said to come from {origins}")
    seen = [update["position"] for update in updates if "position" in update]
    distances, angles, places = [], [], set()
    for position in seen:
        cosines = [float(np.dot(position["direction"], truth["direction"])) for truth in truths]
        nearest = int(np.argmax(cosines))
        places.add(nearest)
        angles.append(math.degrees(math.acos(min(1.0, cosines[nearest]))))
        distances.append(abs(position["distance"] / truths[nearest]["distance"] - 1))
    print(f"{len(seen)} updates of {len(places)} of {poses} places: distance {max(distances, default=math.nan):.2%} off at most, "
          f"direction {max(angles, default=math.nan):.2f}°", flush=True)
    # A machine that is busy ranges less often.
    if len(places) < poses // 2 or max(distances) > 0.03 or max(angles) > 0.4:
        raise Wrong("places are missing or wrong")


def main():
    choices = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choices.add_argument("--poses", type=int, default=16)
    choices.add_argument("--seed", type=int, default=1000)
    given = choices.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory() as work:
        folder, home = os.path.join(work, "pictures"), os.path.join(work, "camera")
        pictures = render.series(folder, LENS, given.seed, range(given.poses), size=SIZE, near=0.3, far=0.8, tilt=45.0, without=0.0, number=TAG)["pictures"]
        pipeline = os.path.join(work, "tag.pipeline")
        with open(pipeline, "w") as file:
            file.write(PIPELINE.format(folder=folder, pictures="5/3", frames=15))
        with open(os.path.join(work, "camera.log"), "w") as log:
            camera = subprocess.Popen(
                [BINARY, "camera", "--home", home, "--port", "0", "--no-page", "--no-discovery", "--capture", pipeline, "--nearby"],
                stdout=log, stderr=log)
        try:
            ready(camera, home)
            judge(home, work, [picture["tags"][0] for picture in pictures], given.poses)
        except (Wrong, subprocess.TimeoutExpired) as reason:
            with open(os.path.join(work, "camera.log")) as log:
                print(log.read()[-2000:], file=sys.stderr)
            sys.exit(f"scripts/test-nearby: {reason}")
        finally:
            camera.terminate()
            camera.wait(30)


if __name__ == "__main__":
    main()
