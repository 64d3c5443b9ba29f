# SPDX-License-Identifier: Apache-2.0
"""Programs that measure tags in pictures and find lenses, by their command lines; for judge.py."""
import json
import math
import os
import resource
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


class Measurer:
    """A program that measures and calibrates, by its command line."""

    def __init__(self, name, measure, calibrate):
        self.name, self._measure, self._calibrate = name, measure, calibrate
        self.seconds, self.pictures = 0.0, 0

    def run(self, command):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return done

    def measure(self, paths, size, calibration, is_strict=True):
        """What is told, by path. Strict: each picture must have its line."""
        done = self.run([*self._measure, "--size", f"{size * 1000:g}mm", "--calibration", calibration, "--json", *paths])
        self.pictures += len(paths)
        if done.returncode < 0 or done.returncode >= 126:
            raise Broken(f"{self.name} ended with {done.returncode}: {done.stderr[-500:]}")
        told = {}
        for line in done.stdout.splitlines():
            one = json.loads(line)
            told[one["picture"]] = one
        missing = [path for path in paths if path not in told]
        if is_strict and missing:
            raise Broken(f"{self.name} says nothing about {len(missing)} of {len(paths)} pictures, with {done.returncode}: {done.stderr[-500:]}")
        return told

    def calibrate(self, paths, size, output):
        done = self.run([*self._calibrate, "--size", f"{size * 1000:g}mm", "-o", output, *paths])
        if done.returncode:
            raise Broken(f"{self.name} does not calibrate: {done.returncode}, {done.stderr[-500:]}")
        with open(output) as file:
            return json.load(file)


class Broken(Exception):
    """What is measured does not keep to its contract."""


def check_shape(told, lens):
    """That a line is what the contract says."""
    if (told["width"], told["height"]) != (lens.width, lens.height):
        raise Broken(f"{told['picture']} is said to be {told['width']}x{told['height']}")
    for tag in told["tags"]:
        x, y, z = tag["direction"]
        azimuth, elevation = math.degrees(math.atan2(x, z)), math.degrees(math.atan2(-y, math.hypot(x, z)))
        if abs(math.hypot(x, y, z) - 1) > 1e-3 or abs(azimuth - tag["azimuth"]) > 0.06 or abs(elevation - tag["elevation"]) > 0.06:
            raise Broken(f"{told['picture']}: azimuth {tag['azimuth']} and elevation {tag['elevation']} are not the direction {tag['direction']}")
        if not all(math.isfinite(value) and value > 0 for value in (tag["distance"], tag["distanceUncertainty"], tag["directionUncertainty"])):
            raise Broken(f"{told['picture']}: {tag}")


def measurer_of(name, decimate=None):
    if name == "longshot":
        binary = os.environ.get("LONGSHOT_BINARY", os.path.join(HERE, "../../.build/debug/longshot"))
        return Measurer("longshot", [binary, "nearby", "measure"], [binary, "calibrate", "--force"])
    rival = [sys.executable, os.path.join(HERE, "rival.py")]
    return Measurer(f"libapriltag, decimate {decimate}", [*rival, "measure", "--decimate", str(decimate)], [*rival, "calibrate"])
