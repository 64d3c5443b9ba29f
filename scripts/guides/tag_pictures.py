"""Pictures of a printed tag, as a lens of 1,000 pixels sees them, and capture texts that play them; for docs/guide/nearby.md.

    tag_pictures.py SHEET.svg FOLDER

SHEET is what `longshot nearby tag -o SHEET.svg` writes. FOLDER gets moved.pipeline (the tag at 48 places, 0.8 s each),
one-metre.pipeline (1 m away) and porch.pipeline (1.84 m away, 3.2° right, 1.1° up).
"""

import math
import random
import re
import subprocess
import sys
from pathlib import Path

WIDTH, HEIGHT, FOCAL = 1280, 720, 1000.0
MARGIN = 8  # pixels around the tag and its white border
PIPELINE = (Path(__file__).resolve().parent.parent / "nearby/pictures.pipeline").read_text()


def squares(sheet):
    """The black rectangles of the tag, in metres from its middle: left, top, width, height."""
    path = re.search(r'crispEdges" d="([^"]*)"', sheet)[1]
    found = [tuple(map(float, run)) for run in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)", path)]
    left, top = min(run[0] for run in found), min(run[1] for run in found)
    side = max(run[0] + run[2] for run in found) - left
    return [((x - left - side / 2) / 1000, (y - top - side / 2) / 1000, w / 1000, h / 1000) for x, y, w, h in found], side / 1000


def turn(point, axis, angle):
    """A point turned by degrees about the x axis (0), the y axis (1) or the z axis (2)."""
    first, second = [index for index in range(3) if index != axis]
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    turned = list(point)
    turned[first] = cosine * point[first] - sine * point[second]
    turned[second] = sine * point[first] + cosine * point[second]
    return turned


def seen(point, place, tilts):
    """Where a point of the tag's plane is in the picture: the middle of the first pixel is at 0.5 in SVG."""
    point = [*point, 0.0]
    for axis, angle in enumerate(tilts):
        point = turn(point, axis, angle)
    x, y, z = (a + b for a, b in zip(point, place))
    return WIDTH / 2 + FOCAL * x / z, HEIGHT / 2 + FOCAL * y / z


def draw(file, tag, place, tilts):
    """Writes a picture of the tag on a white wall."""
    outlines = []
    for x, y, w, h in tag:
        corners = [seen(corner, place, tilts) for corner in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
        outlines.append("M" + "L".join(f"{u:.4f} {v:.4f}" for u, v in corners) + "z")
    # One path, so that no light comes through between neighbours.
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"><rect width="100%" height="100%" fill="#d8d8d8"/>'
        f'<path fill="#181818" d="{"".join(outlines)}"/></svg>'
    )
    file.parent.mkdir(exist_ok=True)
    subprocess.run(["rsvg-convert", "-o", str(file)], input=svg.encode(), check=True)


def anywhere(dice, side):
    """A place at which all of the tag is in the picture, and how it is turned there."""
    while True:
        z = dice.uniform(0.35, 0.9)
        place = (dice.uniform(-0.6, 0.6) * z, dice.uniform(-0.35, 0.35) * z, z)
        tilts = (dice.choice((-1, 1)) * dice.uniform(15, 45), dice.choice((-1, 1)) * dice.uniform(15, 45), dice.uniform(-180, 180))
        reach = side * 0.65
        ends = [seen(end, place, tilts) for end in ((-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach))]
        if all(MARGIN < u < WIDTH - MARGIN and MARGIN < v < HEIGHT - MARGIN for u, v in ends):
            return place, tilts


def towards(distance, right, up):
    """A place in a direction, in degrees."""
    right, up = math.radians(right), math.radians(up)
    return distance * math.cos(up) * math.sin(right), -distance * math.sin(up), distance * math.cos(up) * math.cos(right)


def main():
    tag, side = squares(Path(sys.argv[1]).read_text())
    folder = Path(sys.argv[2]).resolve()
    dice = random.Random(7)
    scenes = {
        "moved": [anywhere(dice, side) for _ in range(48)],
        "one-metre": [((0.0, 0.0, 1.0), (0, 0, 0))],
        "porch": [(towards(1.84, 3.2, 1.1), (4, -7, 2))],
    }
    folder.mkdir(exist_ok=True)
    for name, places in scenes.items():
        for number, (place, tilts) in enumerate(places):
            draw(folder / name / f"{number:05}.png", tag, place, tilts)
        (folder / f"{name}.pipeline").write_text(PIPELINE.format(folder=folder / name, pictures="5/4", frames=10))


main()
