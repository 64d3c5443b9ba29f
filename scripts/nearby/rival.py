# SPDX-License-Identifier: Apache-2.0
"""libapriltag (pyapriltags) and OpenCV behind the command line of `longshot nearby`: whom scripts/test-nearby compares with.

    rival.py measure --size 100mm [--calibration FILE] [--decimate N] --json PICTURE...
    rival.py calibrate --size 100mm -o FILE PICTURE...
    rival.py corners [--count N] [--sides 35,70] [--straight]    how far its corners scatter, by the side of the tag; with a lens that does not bend
    rival.py time [--count N]               what it costs, on one thread

libapriltag tells no uncertainty: here it follows from corners that scatter by so many pixels.
"""
import argparse
import json
import sys
import time

import cv2
import numpy as np
import pyapriltags

import render

SCATTER = 0.08  # pixels


def detector(decimate=1.0):
    """libapriltag as its C library is by default: the Python package rounds the sharpening down to none."""
    made = pyapriltags.Detector("tag36h11", nthreads=1, quad_decimate=decimate, refine_edges=1)
    made.tag_detector_ptr.contents.decode_sharpening = 0.25
    return made


def metres(text):
    """A length like 100mm, 10cm or 0.1m."""
    for unit, scale in (("mm", 0.001), ("cm", 0.01), ("m", 1.0)):
        if text.endswith(unit):
            return float(text[:-len(unit)]) * scale
    raise argparse.ArgumentTypeError(f"{text} is not a length like 100mm")


def scaled(calibration, width, height):
    """The camera of a calibration at another size of the picture; None if the shape differs."""
    scale = width / calibration["width"]
    if abs(calibration["height"] * scale - height) > 1:
        return None
    (fx, fy), (cx, cy) = calibration["focalLength"], calibration["centre"]
    return render.Camera(width, height, fx * scale, fy * scale, (cx + 0.5) * scale - 0.5, (cy + 0.5) * scale - 0.5, *calibration["distortion"])


def pose(lens, corners, size, uncertainty):
    """Where a tag is, and how uncertain that is."""
    flat = np.column_stack([render.CORNERS * size, np.zeros(4)])
    inner, bent = render.matrix(lens)
    _, turn, place = cv2.solvePnP(flat, corners[:, None], inner, bent, flags=cv2.SOLVEPNP_IPPE_SQUARE)
    turn, place = cv2.solvePnPRefineLM(flat, corners[:, None], inner, bent, turn, place)
    slopes = cv2.projectPoints(flat, turn, place, inner, bent)[1][:, :6]
    spread = np.linalg.inv(slopes.T @ slopes)[3:, 3:] * SCATTER**2
    place = place.ravel()
    reach = np.linalg.norm(place)
    direction = place / reach
    along = direction @ spread @ direction
    across = max(np.trace(spread) - along, 0) / 2 / reach**2
    # What the focal length adds is a share of the distance along the axis, and of the tangent of the angle to it.
    lean = np.hypot(direction[0], direction[1])
    return {
        "distance": reach, "distanceUncertainty": float(np.hypot(1.96 * np.sqrt(along), uncertainty * reach * direction[2] ** 2)),
        "azimuth": float(np.degrees(np.arctan2(direction[0], direction[2]))), "elevation": float(np.degrees(np.arcsin(-direction[1]))),
        "direction": direction.tolist(),
        "directionUncertainty": float(np.degrees(np.hypot(2.45 * np.sqrt(across), uncertainty * lean * direction[2]))),
    }


def measure(pictures, size, calibration, decimate):
    """Prints a line for each picture."""
    finder = detector(decimate)
    for path in pictures:
        content = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
        if content is None:
            print(f"{path} is not a picture", file=sys.stderr)
            continue
        height, width = content.shape
        lens = scaled(calibration, width, height)
        found = []
        for tag in finder.detect(content) if lens else []:
            corners = np.ascontiguousarray(tag.corners - 0.5)
            found.append({"tag": tag.tag_id, "corners": corners.tolist(), **pose(lens, corners, size, calibration["uncertainty"])})
        print(json.dumps({"picture": path, "width": width, "height": height, "tags": found}))


def calibrate(pictures, size, output):
    """Zhang's method, by OpenCV."""
    finder, flat, seen, shape = detector(), np.column_stack([render.CORNERS * size, np.zeros(4)]).astype(np.float32), [], None
    for path in pictures:
        content = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
        shape = content.shape[::-1]
        seen += [(tag.corners - 0.5).astype(np.float32) for tag in finder.detect(content)]
    _, inner, bent, _, _, spread, _, _ = cv2.calibrateCameraExtended(
        [flat] * len(seen), seen, shape, None, None, flags=cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3)
    lens = render.Camera(*shape, inner[0, 0], inner[1, 1], inner[0, 2], inner[1, 2], *bent.ravel()[:2])
    with open(output, "w") as file:
        json.dump(render.calibration(lens, float(1.96 * spread[0, 0] / inner[0, 0])), file)


def corners(count, sides, is_straight):
    """Prints the scatter of corners and what it means, by the side of the tag."""
    lens, finders = render.camera(distortion=(0, 0)) if is_straight else render.camera(), {1: detector(1), 2: detector(2)}
    print("side  decimate  found  corners: scatter  middle half (as a deviation)  95 % within  px | distance: median  95 % | direction: 95 %")
    for side in sides:
        rows = {decimate: [] for decimate in finders}
        tries = count
        for index in range(tries):
            reach = lens.fx * 0.1 / side
            content, truth = render.one(lens, 4711 + side, index, near=reach * 0.95, far=reach * 1.05, without=0)
            content = cv2.cvtColor(content, cv2.COLOR_BGR2GRAY) if content.ndim == 3 else content
            tag = truth["tags"][0]
            for decimate, finder in finders.items():
                for found in finder.detect(content):
                    if found.tag_id == tag["tag"]:
                        told = pose(lens, np.ascontiguousarray(found.corners - 0.5), 0.1, 0)
                        rows[decimate].append((found.corners - 0.5 - tag["corners"], told["distance"] / tag["distance"] - 1,
                                               np.degrees(np.linalg.norm(np.cross(told["direction"], tag["direction"])))))
        for decimate, found in rows.items():
            if found:
                off = np.array([one[0] for one in found])
                away, turn = np.abs([one[1] for one in found]) * 100, [one[2] for one in found]
                print(f"{side:4} {decimate:9} {len(found) / tries:6.1%} {off.std():25.3f} {np.median(np.abs(off)) * 1.4826:30.3f} {np.percentile(np.abs(off), 95):13.3f}"
                      f" | {np.median(away):16.3f} % {np.percentile(away, 95):6.3f} % | {np.percentile(turn, 95):.4f} deg", flush=True)
            else:
                print(f"{side:4} {decimate:9} none found", flush=True)


def duration(count):
    """Prints the CPU time of the detector for a picture."""
    for width, height, focal in ((1280, 720, 1000.0), (1920, 1080, 1500.0)):
        lens = render.camera(width, height, focal)
        contents = [render.one(lens, 99, index)[0] for index in range(count)]
        contents = [cv2.cvtColor(one, cv2.COLOR_BGR2GRAY) if one.ndim == 3 else one for one in contents]
        for decimate in (1, 2, 3):
            finder, took = detector(decimate), []
            finder.detect(contents[0])
            for content in contents:
                before = time.process_time()
                finder.detect(content)
                took.append(time.process_time() - before)
            print(f"{width}x{height} decimate {decimate}: median {np.median(took) * 1000:.0f} ms, 95 % {np.percentile(took, 95) * 1000:.0f} ms", flush=True)


def main():
    choices = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choices.add_argument("command", choices=["measure", "calibrate", "corners", "time"])
    choices.add_argument("pictures", nargs="*")
    choices.add_argument("--size", type=metres, default=0.1)
    choices.add_argument("--calibration")
    choices.add_argument("--decimate", type=float, default=1.0)
    choices.add_argument("--json", action="store_true")
    choices.add_argument("-o", "--output")
    choices.add_argument("--count", type=int, default=60)
    choices.add_argument("--sides", default="10,14,18,25,35,70,140,280")
    choices.add_argument("--straight", action="store_true")
    given = choices.parse_intermixed_args()
    cv2.setNumThreads(1)
    if given.command == "measure":
        with open(given.calibration) as file:
            measure(given.pictures, given.size, json.load(file), given.decimate)
    elif given.command == "calibrate":
        calibrate(given.pictures, given.size, given.output)
    elif given.command == "corners":
        corners(given.count, [int(side) for side in given.sides.split(",")], given.straight)
    else:
        duration(given.count)


if __name__ == "__main__":
    main()
