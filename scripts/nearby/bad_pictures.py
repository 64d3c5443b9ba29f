# SPDX-License-Identifier: Apache-2.0
"""Pictures with tags that are not as they should be; for judge.py."""
import cv2
import numpy as np

import render


def scene(lens, dice, tags, is_gray=True):
    """A picture with these tags: place, size, modules, paper, and more that render.paint takes."""
    picture = render.clutter(lens, dice, tricks=0)
    for tag in tags:
        render.paint(picture, lens, *tag[:4], **(tag[4] if len(tag) > 4 else {}))
    return render.expose(picture, dice, 0.7, 3, 200, is_colour=not is_gray)


def bad_pictures(dice, lens):
    """Names, pictures, and the tags that must be told about them (None: anything but a crash)."""
    size, paper = 0.1, (-0.75, -0.75, 0.75, 0.75)
    number = int(dice.integers(0, render.IDS))
    # Two tags of one number.
    while True:
        places = [render.choose_place(lens, dice, size, 0.5, 1.5) for _ in range(2)]
        seen = [render.project(lens, place.position)[0] for place in places]
        if np.linalg.norm(seen[0] - seen[1]) > lens.fx * size * 1.5 * sum(1 / place.position[2] for place in places) / 1.4:
            break
    yield "two-of-one", scene(lens, dice, [(place, size, render.grid(number), paper) for place in places]), [
        render.truth_of(lens, place, size, number) for place in places]
    # Read from behind, as in a mirror.
    while True:
        mirrored = render.grid(int(dice.integers(0, render.IDS)))[:, ::-1]
        if render.distance_of(mirrored) > 5:
            break
    yield "mirrored", scene(lens, dice, [(render.choose_place(lens, dice, size, 0.5, 1.5), size, mirrored, paper)]), []
    # Other families, and a tag with black and white exchanged.
    while True:
        other = render.grid(int(dice.integers(0, 2320)), "tag36h10")
        if render.distance_of(other) > 5:
            break
    yield "36h10", scene(lens, dice, [(render.choose_place(lens, dice, size, 0.5, 1.5), size, other, paper)]), []
    other = render.grid(int(dice.integers(0, 35)), "tag25h9")
    yield "25h9", scene(lens, dice, [(render.choose_place(lens, dice, size, 0.5, 1.5), size, other, paper)]), []
    yield "negative", scene(lens, dice, [(render.choose_place(lens, dice, size, 0.5, 1.5), size, 1 - render.grid(number), paper,
                                          {"white": 0.9, "black": 0.06})]), []
    # A tag of which the edge of the picture cuts off between a tenth and a half.
    while True:
        place = render.choose_place(lens, dice, size, 0.5, 1.5)
        flat = np.stack(np.meshgrid(*[np.linspace(-0.5, 0.5, 41)] * 2), axis=-1).reshape(-1, 2) * size
        edge, shift = int(dice.integers(0, 4)), dice.uniform(-0.4, 0.4) * size
        u, v = [(0, None), (lens.width - 1, None), (None, 0), (None, lens.height - 1)][edge]
        x, y = render.ray(lens, dice.uniform(200, lens.width - 200) if u is None else u, dice.uniform(200, lens.height - 200) if v is None else v)
        position = np.array([float(x), float(y), 1.0]) * place.position[2]
        position[0 if v is None else 1] += shift
        place = place._replace(position=position)
        seen = render.project(lens, np.column_stack([flat, np.zeros(len(flat))]) @ place.rotation.T + position)
        outside = 1 - ((seen > -0.5) & (seen < (lens.width - 0.5, lens.height - 0.5))).all(axis=1).mean()
        if 0.1 < outside < 0.5:
            break
    yield "cut", scene(lens, dice, [(place, size, render.grid(number), paper)]), []
    # A tag on a picture in a dark frame, and in a bright one.
    for name, light in (("dark-frame", 0.03), ("bright-frame", 0.6)):
        place = render.choose_place(lens, dice, size, 0.6, 1.5)
        margin = 0.625 + dice.uniform(0.1, 0.5)
        content = scene(lens, dice, [(place, size, render.grid(number), (-margin, -margin, margin, margin), {"frame": (dice.uniform(0.1, 0.3), light)})])
        yield name, content, [render.truth_of(lens, place, size, number)]
    # Other kinds of files with a good tag.
    place = render.choose_place(lens, dice, size, 0.5, 1.5)
    truth = [render.truth_of(lens, place, size, number)]
    colour = scene(lens, dice, [(place, size, render.grid(number), paper)], is_gray=False)
    yield "colour", colour, truth
    yield "transparent", cv2.cvtColor(colour, cv2.COLOR_BGR2BGRA), None
    yield "16-bit", colour.astype(np.uint16) * 257, None
    yield "half-size", cv2.resize(colour, (lens.width // 2, lens.height // 2), interpolation=cv2.INTER_AREA), None
    yield "other-shape", colour[:lens.height // 2], None
    yield "one-pixel", np.zeros((1, 1), np.uint8), None
    yield "thin", np.full((3, 2000), 128, np.uint8), None
    yield "black", np.zeros((lens.height, lens.width), np.uint8), []
    yield "noise", dice.integers(0, 256, (lens.height, lens.width)).astype(np.uint8), []
