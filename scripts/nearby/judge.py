# SPDX-License-Identifier: Apache-2.0
"""Judges what `longshot nearby` says about tags in pictures whose truth is known; for scripts/test-nearby.

    judge.py [--long] [--compare] [--seed N] [--measurer longshot|pyapriltags] [--only accuracy|calibration|told|bad|without]
             [--poses N] [--without N] [--gamma]

About 60 poses and 20 s of CPU; with --long 1,000 poses, and 10,000 pictures without tags. With --compare, libapriltag measures the same
pictures at its full resolution and at half of it. With --gamma, pictures have the gamma of sRGB, as those of cameras have, and blurred
edges are not where half of the brightness is. The exit code is 1 if a limit is missed. With LONGSHOT_BINARY, that program is judged.

An error of the direction is the angle to the true one. A told uncertainty covers if the error is not larger. "told/needed" is by how much
what is told is larger than what would just cover 95 %: the inverse of the 95 % of error ÷ told, so that pictures of all kinds may be in it.
"""
import argparse
import collections
import json
import math
import os
import resource
import shutil
import signal
import statistics
import sys
import tempfile

import cv2
import numpy as np

from bad_pictures import bad_pictures
import render
from measurer import Broken, check_shape, measurer_of

Kind = collections.namedtuple("Kind", "name lens size near far quick long")
FULL, SMALL = render.camera(), render.camera(1280, 720, 1000.0)
# Thirty sides are 3 m for a tag of 10 cm, 80 are 8 m; the tag of 6 cm is one on the screen of a phone. A tenth has no tag.
KINDS = [
    Kind("10 cm, 1080p, 0.5-3 m", FULL, 0.1, 0.5, 3.0, 20, 450),
    Kind("10 cm, 1080p, 3-8 m", FULL, 0.1, 3.0, 8.0, 10, 330),
    Kind("6 cm, 1080p, 0.3-4.8 m", FULL, 0.06, 0.3, 4.8, 8, 170),
    Kind("10 cm, 720p, 0.5-5.3 m", SMALL, 0.1, 0.5, 5.3, 22, 170),
]
CHOICES = {}  # what all pictures of accuracy, calibration and told have in common
SIDES = [0, 14, 20, 28, 40, 70, 140, 280, 10000]
Row = collections.namedtuple("Row", "side sides distance direction told_distance told_direction corners order")


class Judgement:
    """What is wrong, as it is found."""

    def __init__(self):
        self.wrong = []

    def expect(self, is_good, what):
        if not is_good:
            self.wrong.append(what)
            print(f"  MISSED: {what}", flush=True)


def chance(most, count, share):
    """The probability of at most so many of a number, if each has this share."""
    return sum(math.comb(count, k) * share**k * (1 - share) ** (count - k) for k in range(most + 1))


def is_at_least(hits, count, share):
    """Whether so many hits are possible where this share is promised: all but 1 of 1,000 honest series pass."""
    return count == 0 or chance(hits, count, share) >= 0.001


def quantile(values, share=95):
    return float(np.percentile(values, share)) if len(values) else math.nan


def row(told, true):
    """How wrong what is told about a tag is."""
    corners, right = np.array(told["corners"]), np.array(true["corners"])
    arranged = [np.roll(way, turn, axis=0) for way in (corners, corners[::-1]) for turn in range(4)]
    order = int(np.argmin([np.abs(one - right).sum() for one in arranged]))
    direction = np.array(told["direction"])
    return Row(
        true["side"], true["distance"] / true["size"], told["distance"] / true["distance"] - 1,
        float(np.degrees(np.arctan2(np.linalg.norm(np.cross(direction, true["direction"])), direction @ true["direction"]))),
        told["distanceUncertainty"] / true["distance"], told["directionUncertainty"], arranged[order] - right, order)


def match(told, truths):
    """Pairs of what is told and what is true, and how many of each are left."""
    pairs, left = [], list(told)
    for true in truths:
        middle = np.mean(true["corners"], axis=0)
        near = [one for one in left if one["tag"] == true["tag"] and np.linalg.norm(np.mean(one["corners"], axis=0) - middle) < true["side"] / 2]
        if near:
            left.remove(near[0])
            pairs.append((near[0], true))
    return pairs, len(truths) - len(pairs), len(left)


class Tally:
    """What one measurer said about one kind of pictures."""

    def __init__(self):
        self.rows, self.missed, self.false, self.poses, self.missed_far = [], 0, 0, [], 0

    def add(self, told, picture, lens):
        check_shape(told, lens)
        pairs, missed, false = match(told["tags"], picture["tags"])
        self.rows += [row(*pair) for pair in pairs]
        self.poses += [tag["distance"] / tag["size"] for tag in picture["tags"]]
        self.missed += missed
        self.false += false
        self.missed_far += missed if picture["tags"] and picture["tags"][0]["distance"] / picture["tags"][0]["size"] >= 70 else 0


def write(folder, name, content):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        json.dump(content, file)
    return path


def batches(lens, seed, count, **choices):
    """Folders with pictures and their truth, one after the other; each is gone when the next one is made."""
    for start in range(0, count, 50):
        with tempfile.TemporaryDirectory(dir=place_for_pictures()) as folder:
            yield folder, render.series(folder, lens, seed, range(start, min(start + 50, count)), **CHOICES, **choices)["pictures"]


def place_for_pictures():
    """In memory, if there is room."""
    return "/dev/shm" if os.path.isdir("/dev/shm") and shutil.disk_usage("/dev/shm").free > 1 << 30 else None


def tally(measurers, calibrations, kind, seed, count):
    """Measures a kind of pictures, each measurer with its calibration."""
    tallies = {measurer.name: Tally() for measurer in measurers}
    for folder, pictures in batches(kind.lens, seed, count, size=kind.size, near=kind.near, far=kind.far):
        paths = [os.path.join(folder, picture["picture"]) for picture in pictures]
        for measurer in measurers:
            told = measurer.measure(paths, kind.size, calibrations[measurer.name])
            for path, picture in zip(paths, pictures):
                tallies[measurer.name].add(told[path], picture, kind.lens)
    return tallies


HEAD = (f"{'':26} {'measured by':22} {'tags':>5} {'missed':>6} {'false':>5} | {'distance: median':>16} {'95 %':>8} | "
        f"{'direction: median':>17} {'95 %':>10} | corners: x, y, scatter")


def say(what, who, one):
    """A line of the table."""
    if not one.rows:
        print(f"{what:26} {who:22} {len(one.poses):5} {one.missed:6} {one.false:5} | nothing found", flush=True)
        return
    away, turn, off = np.abs([r.distance for r in one.rows]) * 100, [r.direction for r in one.rows], np.concatenate([r.corners for r in one.rows])
    print(f"{what:26} {who:22} {len(one.poses):5} {one.missed:6} {one.false:5} | {np.median(away):14.3f} % {quantile(away):6.3f} % | "
          f"{np.median(turn):13.4f} deg {quantile(turn):6.4f} deg | {off[:, 0].mean():+.3f}, {off[:, 1].mean():+.3f}, {off.std():.3f} px", flush=True)


def limit_errors(judgement, rows, what, is_long, distance, direction, median=None):
    """Limits of errors. A short series may have more than 5 % beyond, as far as chance explains it."""
    if not rows:
        return judgement.expect(False, f"{what}: nothing is measured")
    away, turn = np.abs([r.distance for r in rows]), np.array([r.direction for r in rows])
    for values, limit, name, unit, scale in ((away, distance, "distance", "%", 100), (turn, direction, "direction", "degrees", 1)):
        within = int((values <= limit).sum())
        is_good = quantile(values) <= limit if is_long else is_at_least(within, len(values), 0.95)
        judgement.expect(is_good, f"{what}: 95 % of the {name}s are within {quantile(values) * scale:.3f} {unit}; {limit * scale:g} is the limit")
    if median is not None:
        judgement.expect(np.median(away) <= median, f"{what}: the median error of the distance is {np.median(away) * 100:.3f} %; {median * 100:g} is the limit")


def accuracy(judgement, measurers, seed, is_long, poses, work):
    """With the true calibration: errors, what is found, and what is told about it."""
    print(HEAD)
    rows = collections.defaultdict(list)
    for number, kind in enumerate(KINDS):
        path = write(work, "true.json", render.calibration(kind.lens))
        tallies = tally(measurers, {m.name: path for m in measurers}, kind, seed + number, round(kind.long * poses / 1000) if poses else kind.long if is_long else kind.quick)
        for measurer in measurers:
            one = tallies[measurer.name]
            say(kind.name, measurer.name, one)
            rows[measurer.name] += one.rows
        # The first one is judged.
        one = tallies[measurers[0].name]
        judgement.expect(one.false == 0, f"{kind.name}: {one.false} tags are told that are not there")
        if number == 0:
            judgement.expect(one.missed == 0, f"{kind.name}: {one.missed} tags are missed")
            limit_errors(judgement, one.rows, kind.name, is_long, 0.01, 0.1, median=0.001)
        else:
            judgement.expect(is_at_least(len(one.rows), len(one.poses), 0.95), f"{kind.name}: {one.missed} of {len(one.poses)} tags are missed")
            farthest = sum(sides >= 70 for sides in one.poses)
            judgement.expect(is_at_least(farthest - one.missed_far, farthest, 0.95), f"{kind.name}: {one.missed_far} of {farthest} tags beyond 70 sides are missed")
    mine = rows[measurers[0].name]
    if mine:
        orders = collections.Counter(r.order for r in mine)
        print(f"order of the corners: {dict(orders)} (0 is libapriltag's: of an upright tag bottom left, bottom right, top right, top left)")
        judgement.expect(len(orders) == 1, "the corners are not always in one order")
        off = np.concatenate([r.corners for r in mine if r.side > 28]).mean(axis=0)
        judgement.expect(np.abs(off).max() <= 0.1, f"the corners are {off[0]:+.2f}, {off[1]:+.2f} px off in the mean: is the middle of the first pixel (0, 0)?")
    for measurer in measurers:
        coverage(judgement if measurer is measurers[0] else None, measurer.name, rows[measurer.name])
    for measurer in measurers:
        print(f"{measurer.name}: {measurer.seconds / max(measurer.pictures, 1) * 1000:.0f} ms of CPU a picture, with start and decoding")


def coverage(judgement, who, rows, what="with the true calibration"):
    """Whether what is told covers 95 % of the errors, and is not twice too large."""
    if not rows:
        return
    print(f"what {who} tells {what}:\n{'side of the tag':>16} {'tags':>5} | {'distance: 95 % error':>20} {'told':>8} {'covers':>7} {'told/needed':>11} | "
          f"{'direction: 95 % error':>21} {'told':>10} {'covers':>7} {'told/needed':>11}")
    for low, high in [*zip(SIDES, SIDES[1:]), (0, 10000)]:
        some = [r for r in rows if low <= r.side < high]
        if not some:
            continue
        name = "all" if (low, high) == (0, 10000) else f"{low}-{high} px" if high < 10000 else f"{low} px and more"
        line = f"{name:>16} {len(some):5}"
        for error, told, unit, scale, thing in ((np.abs([r.distance for r in some]), np.array([r.told_distance for r in some]), " %", 100, "distance"),
                                                (np.array([r.direction for r in some]), np.array([r.told_direction for r in some]), " deg", 1, "direction")):
            covered, needed = int((error <= told).sum()), quantile(error / told)
            line += (f" | {quantile(error) * scale:{18 if scale == 100 else 17}.4f}{unit} {np.median(told) * scale:6.3f}{unit} "
                     f"{covered / len(some):7.1%} {1 / max(needed, 1e-9):11.2f}")
            if judgement and len(some) >= 20:
                text = f"{who} {what}, {name}: "
                judgement.expect(is_at_least(covered, len(some), 0.95), f"{text}the told uncertainty of the {thing} covers {covered / len(some):.1%}")
                # If half of what is told covers 95 % as well, it is twice too large.
                beyond = int((error > told / 2).sum())
                judgement.expect(chance(beyond, len(some), 0.05) >= 0.001, f"{text}the told uncertainty of the {thing} is {1 / max(needed, 1e-9):.1f} times what is needed")
        print(line, flush=True)


def calibrated(judgement, measurers, seed, is_long, work):
    """With calibrations of each measurer's own, from pictures of a tag that is moved."""
    lens, count, times, kind = (FULL, 30, 5, KINDS[0]) if is_long else (SMALL, 30, 1, KINDS[3]._replace(far=2.0))
    tallies, own = {m.name: Tally() for m in measurers}, {}
    for time in range(times):
        with tempfile.TemporaryDirectory(dir=place_for_pictures()) as folder:
            pictures = render.series(folder, lens, seed + 100 + time, range(count), size=0.1, near=0.3, far=0.8, tilt=50.0, without=0.0, **CHOICES)["pictures"]
            for measurer in measurers:
                path = os.path.join(work, f"own-{measurers.index(measurer)}.json")
                found = measurer.calibrate([os.path.join(folder, picture["picture"]) for picture in pictures], 0.1, path)
                own[measurer.name] = path
                off = [round((found["focalLength"][i] / (lens.fx, lens.fy)[i] - 1) * 100, 3) for i in (0, 1)]
                middle = [round(found["centre"][i] - (lens.cx, lens.cy)[i], 2) for i in (0, 1)]
                print(f"calibration of {measurer.name} from {count} pictures: focal length {off} % off, told within {found['uncertainty'] * 100:.3f} %; "
                      f"centre {middle} px off; distortion {[round(k, 4) for k in found['distortion']]}, {[lens.k1, lens.k2]} is true", flush=True)
                if measurer is measurers[0]:
                    judgement.expect((found["width"], found["height"]) == (lens.width, lens.height), f"the calibration is for {found['width']}x{found['height']}")
        for name, one in tally(measurers, own, kind, seed + 200 + time, 60 if is_long else 10).items():
            for field in ("rows", "poses"):
                getattr(tallies[name], field).extend(getattr(one, field))
            tallies[name].missed += one.missed
            tallies[name].false += one.false
    print(HEAD)
    for measurer in measurers:
        say("with its own calibration", measurer.name, tallies[measurer.name])
    limit_errors(judgement, tallies[measurers[0].name].rows, "with its own calibration", is_long, 0.01, 0.2)
    # One calibration is one throw of the dice: that it covers is printed here, and judged by told().
    coverage(None, measurers[0].name, tallies[measurers[0].name].rows, "with its own calibration")


def told_calibrations(judgement, measurers, seed, poses, work):
    """Calibrations that are wrong by as much as they tell: focal lengths as a normal distribution has them, 95 % within what is told."""
    measurer, kind, uncertainty = measurers[0], KINDS[0], 0.005
    groups = max(poses // 10, 1)
    one = Tally()
    wrong = [statistics.NormalDist().inv_cdf((i + 0.5) / groups) * uncertainty / 1.96 for i in range(groups)]
    order = np.random.default_rng(seed).permutation(groups)
    group = 0
    for folder, pictures in batches(kind.lens, seed + 300, groups * 10, size=kind.size, near=kind.near, far=kind.far):
        for start in range(0, len(pictures), 10):
            off = 1 + wrong[order[group]]
            group += 1
            path = write(work, "told.json", render.calibration(kind.lens._replace(fx=kind.lens.fx * off, fy=kind.lens.fy * off), uncertainty))
            some = pictures[start:start + 10]
            told = measurer.measure([os.path.join(folder, picture["picture"]) for picture in some], kind.size, path)
            for picture in some:
                one.add(told[os.path.join(folder, picture["picture"])], picture, kind.lens)
    coverage(None, measurer.name, one.rows, f"with focal lengths that are wrong by as much as they tell, {uncertainty:.1%}")
    for name in ("distance", "direction"):
        ratio = np.array([abs(getattr(r, name)) / getattr(r, f"told_{name}") for r in one.rows])
        # Pictures of one calibration share its error.
        judgement.expect((ratio <= 1).mean() >= 0.92, f"with an uncertain calibration, the told uncertainty of the {name} covers {(ratio <= 1).mean():.1%}")
        judgement.expect(quantile(ratio) >= 0.45, f"with an uncertain calibration, the told uncertainty of the {name} is {1 / quantile(ratio):.1f} times what is needed")


def bad(judgement, measurers, seed, is_long, work):
    """Pictures that are not as they should be."""
    lens, measurer, counts = SMALL, measurers[0], collections.Counter()
    calibration = write(work, "bad.json", render.calibration(lens))
    for time in range(20 if is_long else 1):
        with tempfile.TemporaryDirectory(dir=place_for_pictures()) as folder:
            cases = {}
            for name, content, truths in bad_pictures(np.random.default_rng([seed, 5, time]), lens):
                path = os.path.join(folder, f"{name}.png")
                cv2.imwrite(path, content, [cv2.IMWRITE_PNG_COMPRESSION, 1])
                cases[path] = (name, truths, content)
            whole = next(path for path in cases if path.endswith("colour.png"))
            with open(whole, "rb") as file:
                png = file.read()
            for name, content in (("cut-file", png[:len(png) // 2]), ("empty", b""), ("text", b"not a picture\n" * 100), ("damaged", png[:5000] + bytes(200) + png[5200:])):
                path = os.path.join(folder, f"{name}.png")
                with open(path, "wb") as file:
                    file.write(content)
                cases[path] = (name, None, None)
            judged = [path for path, (_, truths, _) in cases.items() if truths is not None]
            told = measurer.measure(judged, 0.1, calibration)
            for path, (name, truths, _) in cases.items():
                if truths is None:
                    try:
                        told.update(measurer.measure([path], 0.1, calibration, is_strict=False))
                    except Broken as reason:
                        judgement.expect(False, f"{name}: {reason}")
                    continue
                pairs, missed, false = match(told[path]["tags"], truths)
                judgement.expect(missed == 0 and false == 0, f"{name} ({seed}, {time}): {missed} missed, {false} that are not there")
                counts[name, "good"] += missed == 0 and false == 0
                for pair in pairs:
                    one = row(*pair)
                    judgement.expect(abs(one.distance) < 0.01 and one.direction < 0.2, f"{name}: {one.distance:.2%} and {one.direction:.3f} degrees off")
            # A picture of another size than that of the calibration: either nothing, or what is true.
            right = next(truths for name, truths, _ in cases.values() if name == "colour")[0]
            for name in ("half-size", "other-shape", "transparent", "16-bit"):
                path = os.path.join(folder, f"{name}.png")
                for tag in told.get(path, {"tags": []})["tags"]:
                    if tag["tag"] == right["tag"]:
                        counts[name, "measured"] += 1
                        judgement.expect(abs(tag["distance"] / right["distance"] - 1) < 0.02, f"{name}: {tag['distance']:.3f} m are told, {right['distance']:.3f} are true")
    print("bad pictures: " + ", ".join(f"{name} {what} {count}" for (name, what), count in sorted(counts.items())), flush=True)


def without_tags(judgement, measurers, seed, count, work):
    """Pictures without tags, a half of them with grids that are like tags but differ in 5 or more modules from each."""
    calibration, false = write(work, "small.json", render.calibration(SMALL)), collections.Counter()
    for folder, pictures in batches(SMALL, seed + 400, count, without=1.0, tricks=0.5):
        paths = [os.path.join(folder, picture["picture"]) for picture in pictures]
        for measurer in measurers:
            for path, told in measurer.measure(paths, 0.1, calibration).items():
                if told["tags"]:
                    false[measurer.name] += len(told["tags"])
                    shutil.copy(path, os.path.join(tempfile.gettempdir(), f"longshot-false-tag-{os.path.basename(path)}"))
                    print(f"  {measurer.name} sees in picture {os.path.basename(path)} of seed {seed + 400}: {[tag['tag'] for tag in told['tags']]}", flush=True)
    for measurer in measurers:
        print(f"{count} pictures without tags: {measurer.name} sees {false[measurer.name]}", flush=True)
    judgement.expect(false[measurers[0].name] == 0, f"{false[measurers[0].name]} tags in {count} pictures without any")


def main():
    choices = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choices.add_argument("--long", action="store_true")
    choices.add_argument("--compare", action="store_true")
    choices.add_argument("--seed", type=int, default=1000)
    choices.add_argument("--measurer", choices=["longshot", "pyapriltags"], default="longshot")
    choices.add_argument("--only", choices=["accuracy", "calibration", "told", "bad", "without"])
    choices.add_argument("--gamma", action="store_true", help="pictures with the gamma of sRGB")
    choices.add_argument("--poses", type=int, help="with the true calibration; about 54, with --long 1,000; 400 with calibrations that are wrong")
    choices.add_argument("--without", type=int, help="pictures without tags; 10, with --long 10,000")
    given = choices.parse_args()
    cv2.setNumThreads(1)
    # Who is stopped leaves no pictures behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    CHOICES["is_gamma"] = given.gamma
    measurers = [measurer_of("longshot")] if given.measurer == "longshot" else [measurer_of("pyapriltags", 1)]
    if given.compare:
        measurers += [measurer_of("pyapriltags", decimate) for decimate in (1, 2)][given.measurer == "pyapriltags":]
    judgement = Judgement()
    with tempfile.TemporaryDirectory() as work:
        parts = {
            "accuracy": lambda: accuracy(judgement, measurers, given.seed, given.long, given.poses, work),
            "calibration": lambda: calibrated(judgement, measurers, given.seed, given.long, work),
            "told": lambda: told_calibrations(judgement, measurers, given.seed, given.poses or 400, work),
            "bad": lambda: bad(judgement, measurers, given.seed, given.long, work),
            "without": lambda: without_tags(judgement, measurers, given.seed, given.without or (10_000 if given.long else 10), work),
        }
        for name, part in parts.items():
            if given.only in (None, name) and (name != "told" or given.long or given.only):
                try:
                    part()
                except Broken as reason:
                    judgement.expect(False, f"{name}: {reason}")
    used = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"{len(judgement.wrong)} limits missed; {used:.0f} s of CPU")
    sys.exit(1 if judgement.wrong else 0)


if __name__ == "__main__":
    main()
