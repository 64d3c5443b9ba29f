# SPDX-License-Identifier: Apache-2.0
"""Whether the corners in rendered pictures are where the truth says, judged by OpenCV and libapriltag.

    render_check.py [--count N]             N pictures with a tag; 60
"""
import argparse
import collections
import sys

import cv2
import numpy as np
import pyapriltags

import render


def verify(count):
    """Prints how far the corners that others find are from the true ones. False if they are not where the truth says."""
    is_right = True

    def say(what, differences, outwards, limit):
        nonlocal is_right
        mean, error = differences.mean(axis=0), differences.std(axis=0) / np.sqrt(len(differences))
        is_good = bool((np.abs(mean) < limit).all())
        is_right = is_right and is_good
        print(f"{what:58} {len(differences):5} corners: x {mean[0]:+.4f} ± {2 * error[0]:.4f}, y {mean[1]:+.4f} ± {2 * error[1]:.4f}, "
              f"outwards {outwards.mean():+.4f}, scatter {differences.std():.4f} px{'' if is_good else '  <- WRONG'}")

    # 1. A camera without distortion at OpenCV's own projection, and one with it.
    dice, worst = np.random.default_rng(1), 0
    for distortion in ((0, 0), (-0.08, 0.01)):
        lens = render.camera(distortion=distortion)
        points = dice.uniform((-1, -0.6, 1.5), (1, 0.6, 4), (1000, 3))
        theirs = cv2.projectPoints(points, np.zeros(3), np.zeros(3), *render.matrix(lens))[0][:, 0]
        ours = render.project(lens, points)
        x, y = render.ray(lens, ours[:, 0], ours[:, 1])
        worst = max(worst, np.abs(ours - theirs).max(), np.abs(x - points[:, 0] / points[:, 2]).max() * lens.fx, np.abs(y - points[:, 1] / points[:, 2]).max() * lens.fy)
    print(f"projection: at most {worst:.1e} px from cv2.projectPoints, and back")
    is_right = is_right and worst < 1e-6

    # 2. The centre of gravity of black squares that face the camera. Nothing of anybody's corner finding is in this.
    lens, off = render.camera(distortion=(0, 0)), []
    for _ in range(200):
        place = render.Place(render.turned([0, 0, 1], dice.uniform(0, 90)), np.array([*dice.uniform(-0.3, 0.3, 2), dice.uniform(0.8, 5)]))
        picture = np.full((lens.height, lens.width), 0.9, np.float32)
        render.paint(picture, lens, place, 0.1, np.zeros((8, 8), np.float32), (-3, -3, 3, 3), 0.1, 0.9)
        dark = (0.9 - picture).astype(float)
        weight = dark.sum()
        # The side follows from the area, by the way.
        side = np.sqrt(weight / 0.8 / lens.fx / lens.fy) * place.position[2]
        off.append((dark.sum(axis=0) @ np.arange(lens.width) / weight - render.project(lens, place.position)[0][0],
                    dark.sum(axis=1) @ np.arange(lens.height) / weight - render.project(lens, place.position)[0][1], side / 0.1 - 1))
    off = np.array(off)
    print(f"centre of gravity of squares: x {off[:, 0].mean():+.5f}, y {off[:, 1].mean():+.5f}, at most {np.abs(off[:, :2]).max():.5f} px off; "
          f"side by area at most {np.abs(off[:, 2]).max():.1e} wrong")
    is_right = is_right and np.abs(off[:, :2]).max() < 0.01

    # 3. Tags at any place, found by others.
    lens = render.camera()
    finders = {f"libapriltag, decimate {decimate}, minus half a pixel": pyapriltags.Detector("tag36h11", quad_decimate=decimate, refine_edges=1)
               for decimate in (1, 2)}
    rules = cv2.aruco.DetectorParameters()
    rules.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    aruco = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11), rules)
    differences, outwards, wrong = collections.defaultdict(list), collections.defaultdict(list), 0

    def note(name, found, true, middle):
        away = (true - middle) / np.linalg.norm(true - middle, axis=1)[:, None]
        differences[name].extend(found - true)
        outwards[name].extend(((found - true) * away).sum(axis=1))

    for index in range(count):
        dice = np.random.default_rng([77, index])
        number, place = int(dice.integers(0, render.IDS)), render.choose_place(lens, dice, 0.1, 0.4, 2)
        picture = np.full((lens.height, lens.width), 0.5, np.float32)
        render.paint(picture, lens, place, 0.1, render.grid(number), (-0.9, -0.9, 0.9, 0.9))
        content = render.expose(picture, dice, 0.7, 1, 220, is_even=True)
        true = render.project(lens, render.outline(place, 0.1))
        middle = true.mean(axis=0)
        for name, finder in finders.items():
            for tag in finder.detect(content):
                wrong += tag.tag_id != number or np.abs(tag.corners - true).max() > 4
                note(name, tag.corners - 0.5, true, middle)
        corners, numbers, _ = aruco.detectMarkers(content)
        if numbers is not None:
            assert numbers.ravel().tolist() == [number]
            found = corners[0][0]
            found = np.array([found[np.argmin(np.linalg.norm(found - corner, axis=1))] for corner in true])
            note("cv2.aruco, sub-pixel corners", found, true, middle)
        # Inner corners of modules, where four of them meet like on a chess board: what cv2.cornerSubPix is made for.
        modules, saddles = render.grid(number), []
        for row in range(1, 8):
            for column in range(1, 8):
                four = modules[row - 1:row + 1, column - 1:column + 1]
                if four[0, 0] == four[1, 1] != four[0, 1] == four[1, 0]:
                    saddles.append(((column - 4) / 8 * 0.1, (row - 4) / 8 * 0.1, 0))
        if saddles:
            at = render.project(lens, np.array(saddles) @ place.rotation.T + place.position)
            window = int(np.linalg.norm(true[0] - true[1]) / 8 * 0.35)
            if window >= 3:
                found = cv2.cornerSubPix(content, np.ascontiguousarray(at[:, None], np.float32), (window, window), (-1, -1),
                                         (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 1e-4))[:, 0]
                note("cv2.cornerSubPix, chess-board corners inside of tags", found, at, middle)
    for name in differences:
        say(name, np.array(differences[name]), np.array(outwards[name]), 0.05)
    print(f"libapriltag reads {wrong} tags wrong, or has the corners in another order")
    return is_right and wrong == 0


def main():
    choices = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choices.add_argument("--count", type=int, default=60)
    sys.exit(0 if verify(choices.parse_args().count) else 1)


if __name__ == "__main__":
    main()
