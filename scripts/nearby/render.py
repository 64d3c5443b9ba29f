# SPDX-License-Identifier: Apache-2.0
"""Pictures with AprilTags at known places, as a camera with a known lens would take them; for scripts/test-nearby.

    render.py FOLDER [--seed N] [--count N] [--width W] [--height H] [--focal PX] [--size METRES] [--near M] [--far M] [--gamma]

Makes FOLDER/*.png and FOLDER/truth.json. All follows from the seed. Coordinates of pixels are OpenCV's: the centre of the top left
pixel is (0, 0), so that this pixel reaches from -0.5 to 0.5. Coordinates of the camera: x to the right, y down, z forward.

The value of a pixel is the mean of the light on its square, then blurred, then noisy: the point spread of a lens and a sensor. Where
an edge crosses a pixel, the mean is of 144 samples of a Fibonacci lattice, whose columns and rows are all different: the position of
an edge is right to 0.004 px even if it is parallel to the pixels.
"""
import argparse
import collections
import json
import os

import cv2
import numpy as np

Camera = collections.namedtuple("Camera", "width height fx fy cx cy k1 k2")
Place = collections.namedtuple("Place", "rotation position")

# OpenCV's tables show each tag as libapriltag does, after so many quarter turns to the left: render_check.py tells.
FAMILIES = {
    "tag36h11": (cv2.aruco.DICT_APRILTAG_36h11, 6, 2),
    "tag36h10": (cv2.aruco.DICT_APRILTAG_36h10, 6, 2),
    "tag25h9": (cv2.aruco.DICT_APRILTAG_25h9, 5, 2),
}
IDS = 587
SAMPLES = 144
# The order in which libapriltag tells the corners: of an upright tag bottom left, bottom right, top right, top left.
CORNERS = np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])


def camera(width=1920, height=1080, focal=1500.0, distortion=(-0.08, 0.01)):
    """A camera whose optical axis is not in the middle, and whose pixels are not quite square: who takes these as given is wrong."""
    return Camera(width, height, focal, focal * 1.002, (width - 1) / 2 + 0.006 * width, (height - 1) / 2 - 0.008 * height, *distortion)


def calibration(lens, uncertainty=1e-6):
    """What `longshot calibrate` would write about a camera, if it knew everything."""
    return {"width": lens.width, "height": lens.height, "focalLength": [lens.fx, lens.fy], "centre": [lens.cx, lens.cy],
            "distortion": [lens.k1, lens.k2], "uncertainty": uncertainty}


def matrix(lens):
    """OpenCV's names for a camera: its matrix and the distortion."""
    return np.array([[lens.fx, 0, lens.cx], [0, lens.fy, lens.cy], [0, 0, 1.0]]), np.array([lens.k1, lens.k2, 0, 0, 0.0])


def project(lens, points):
    """Where points in front of the camera are in the picture."""
    points = np.asarray(points, float).reshape(-1, 3)
    x, y = points[:, 0] / points[:, 2], points[:, 1] / points[:, 2]
    square = x * x + y * y
    bent = 1 + square * (lens.k1 + square * lens.k2)
    return np.stack([lens.fx * x * bent + lens.cx, lens.fy * y * bent + lens.cy], axis=1)


def ray(lens, u, v):
    """The x and y of what is seen at a place of the picture, 1 metre in front of the camera."""
    x, y = (np.asarray(u, float) - lens.cx) / lens.fx, (np.asarray(v, float) - lens.cy) / lens.fy
    bent = np.hypot(x, y)
    radius = bent.copy()
    for _ in range(6):
        square = radius * radius
        radius -= (radius * (1 + square * (lens.k1 + square * lens.k2)) - bent) / (1 + square * (3 * lens.k1 + square * 5 * lens.k2))
    scale = np.divide(radius, bent, out=np.ones_like(bent), where=bent > 1e-12)
    return x * scale, y * scale


def grid(number, family="tag36h11"):
    """The modules of a tag with its black border, upright as libapriltag takes it: 1 is white."""
    name, bits, turns = FAMILIES[family]
    marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(name), number, bits + 2, borderBits=1)
    return np.rot90(marker > 127, turns).astype(np.float32)


_codes = []


def distance_of(modules):
    """In how many modules a grid of 8 differs from the most similar tag36h11, in any of four turns."""
    if not _codes:
        _codes.append(np.stack([grid(number)[1:-1, 1:-1].ravel() for number in range(IDS)]))
    inside = modules[1:-1, 1:-1]
    return min(int(np.abs(_codes[0] - np.rot90(inside, turn).ravel()).sum(axis=1).min()) for turn in range(4))


def turned(axis, angle):
    """The rotation by an angle in degrees about an axis."""
    axis = np.asarray(axis, float)
    return cv2.Rodrigues(axis / np.linalg.norm(axis) * np.radians(angle))[0]


def facing(direction):
    """The rotation of a tag that faces the camera from a direction, upright."""
    forward = np.asarray(direction, float) / np.linalg.norm(direction)
    right = np.cross([0, 1.0, 0], forward)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(forward, right), forward], axis=1)


def outline(place, size, box=None):
    """Where the corners of a tag of this size are, or those of a box on its plane (left, top, right, bottom in sides)."""
    flat = CORNERS if box is None else np.array([(box[0], box[3]), (box[2], box[3]), (box[2], box[1]), (box[0], box[1])])
    return np.column_stack([flat * size, np.zeros(4)]) @ place.rotation.T + place.position


def lattice():
    """Places in a pixel."""
    index = np.arange(SAMPLES)
    return (index + 0.5) / SAMPLES - 0.5, (index * 89 % SAMPLES + 0.5) / SAMPLES - 0.5


def paint(picture, lens, place, size, modules, paper, black=0.06, white=0.9, frame=None):
    """Draws a tag on its paper into a picture of reflected light.

    The paper is a box on the plane of the tag, in sides of the tag. With a frame, that box is bordered by it: (width in sides, its
    light). What is outside of the picture is not drawn.
    """
    count = len(modules)
    border = 0 if frame is None else frame[0]
    whole = (paper[0] - border, paper[1] - border, paper[2] + border, paper[3] + border)
    # The sides of a bent outline bulge between its corners.
    ends = outline(place, size, whole)
    along = np.linspace(0, 1, 9)[:, None]
    seen = project(lens, np.concatenate([ends[i] + along * (ends[(i + 1) % 4] - ends[i]) for i in range(4)]))
    left, top = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 2, 0)
    right, bottom = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 3, (lens.width, lens.height))
    if right <= left or bottom <= top:
        return
    # The place on the plane at each corner of each pixel, in modules; between them it is taken as linear.
    u, v = np.meshgrid(np.arange(left, right + 1) - 0.5, np.arange(top, bottom + 1) - 0.5)
    x, y = ray(lens, u, v)
    back = np.linalg.inv(np.column_stack([place.rotation[:, 0], place.rotation[:, 1], place.position]))
    depth = back[2, 0] * x + back[2, 1] * y + back[2, 2]
    a = (back[0, 0] * x + back[0, 1] * y + back[0, 2]) / depth / size * count + count / 2
    b = (back[1, 0] * x + back[1, 1] * y + back[1, 2]) / depth / size * count + count / 2

    table = np.full((count + 2, count + 2), white, np.float32)
    table[1:-1, 1:-1] = black + (white - black) * modules
    edges = np.array(paper) * count + count / 2
    ends = np.array(whole) * count + count / 2

    def kind(a, b):
        """What is at a place: a module of the table, the frame, or (-1) what is behind."""
        index = np.clip(np.floor(b).astype(np.int32) + 1, 0, count + 1) * (count + 2) + np.clip(np.floor(a).astype(np.int32) + 1, 0, count + 1)
        on_paper = (a >= edges[0]) & (a < edges[2]) & (b >= edges[1]) & (b < edges[3])
        on_frame = (a >= ends[0]) & (a < ends[2]) & (b >= ends[1]) & (b < ends[3])
        return np.where(on_paper, index, np.where(on_frame, (count + 2) ** 2, -1))

    light = np.append(table.ravel(), np.float32(0 if frame is None else frame[1]))
    at = kind(a, b)
    first, others = at[:-1, :-1], (at[:-1, 1:], at[1:, :-1], at[1:, 1:])
    crossed = np.logical_or.reduce([first != other for other in others])
    behind = picture[top:bottom, left:right]
    values = np.where(first >= 0, light[first], behind)
    rows, columns = np.nonzero(crossed)
    if len(rows):
        shift_x, shift_y = lattice()

        def inside(grid_of):
            """The samples of the crossed pixels, from what is at their corners."""
            one, two, three, four = (grid_of[rows + i, columns + j] for i in (0, 1) for j in (0, 1))
            middle = (one + two + three + four) / 4
            return middle[:, None] + ((two + four - one - three) / 2)[:, None] * shift_x + ((three + four - one - two) / 2)[:, None] * shift_y

        samples = kind(inside(a), inside(b))
        mixed = np.where(samples >= 0, light[samples], behind[rows, columns][:, None])
        values[rows, columns] = mixed.mean(axis=1)
    picture[top:bottom, left:right] = values


def clutter(lens, dice, tricks=0.3):
    """A room without tags: gradients, things, windows, prints; and with a probability, grids that are like tags but are none."""
    width, height = lens.width, lens.height
    coarse = dice.uniform(0.15, 0.75, (3, 4)).astype(np.float32)
    picture = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    unit = height / 1080

    def point():
        return int(dice.integers(0, width)), int(dice.integers(0, height))

    def tone():
        return float(dice.uniform(0.03, 0.95))

    for _ in range(int(dice.integers(6, 18))):
        what, (x, y) = dice.integers(0, 7), point()
        scale = unit * float(np.exp(dice.uniform(np.log(20), np.log(300))))
        if what == 0:
            corners = cv2.boxPoints(((x, y), (scale, scale * float(dice.uniform(0.3, 1))), float(dice.uniform(0, 180))))
            cv2.fillPoly(picture, [(corners * 16).astype(np.int32)], tone(), cv2.LINE_AA, 4)
            if dice.random() < 0.6:
                inner = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * float(dice.uniform(0.4, 0.9))
                cv2.fillPoly(picture, [(inner * 16).astype(np.int32)], tone(), cv2.LINE_AA, 4)
        elif what == 1:
            cv2.circle(picture, (x, y), max(2, int(scale / 2)), tone(), -1, cv2.LINE_AA)
        elif what == 2:
            for _ in range(int(dice.integers(2, 12))):
                cv2.line(picture, point(), point(), tone(), int(dice.integers(1, 1 + max(2, 6 * unit))), cv2.LINE_AA)
        elif what == 3:
            cv2.putText(picture, "".join(chr(c) for c in dice.integers(48, 91, 12)), (x, y), int(dice.integers(0, 5)), scale / 60, tone(),
                        max(1, int(scale / 30)), cv2.LINE_AA)
        elif what == 4:
            corners = np.array([point() for _ in range(int(dice.integers(3, 6)))])
            corners = corners[0] + (corners - corners[0]) * min(1.0, scale / 600)
            cv2.fillPoly(picture, [(corners * 16).astype(np.int32)], tone(), cv2.LINE_AA, 4)
        elif what == 5:
            cells = int(dice.integers(3, 9))
            board = np.indices((cells, cells)).sum(axis=0) % 2 * float(dice.uniform(0.3, 0.9)) + 0.05
            _paste(picture, board.astype(np.float32), (x, y), scale, dice)
        else:
            texture = dice.uniform(0.05, 0.95, (int(dice.integers(4, 30)), int(dice.integers(4, 30)))).astype(np.float32)
            _paste(picture, texture, (x, y), scale, dice)
    if dice.random() < tricks:
        modules = np.zeros((8, 8), np.float32)
        while True:
            modules[1:-1, 1:-1] = dice.integers(0, 2, (6, 6))
            if distance_of(modules) >= 5:
                break
        board = np.full((10, 10), 0.9, np.float32)
        board[1:-1, 1:-1] = 0.06 + 0.84 * modules
        _paste(picture, board, point(), unit * float(np.exp(dice.uniform(np.log(30), np.log(400)))), dice)
    return picture


def _paste(picture, board, middle, scale, dice):
    """Something with cells, turned and a little out of square."""
    rows, columns = board.shape
    to = cv2.boxPoints((middle, (scale, scale * rows / columns), float(dice.uniform(-180, 180)))) + dice.uniform(-0.08, 0.08, (4, 2)) * scale
    box = cv2.boundingRect(to.astype(np.float32))
    left, top, right, bottom = max(box[0], 0), max(box[1], 0), min(box[0] + box[2], picture.shape[1]), min(box[1] + box[3], picture.shape[0])
    if right <= left or bottom <= top:
        return
    times = max(1, int(np.ceil(scale / max(rows, columns))))
    board = np.kron(board, np.ones((times, times), np.float32))
    corners = np.array([(0, board.shape[0]), (0, 0), (board.shape[1], 0), (board.shape[1], board.shape[0])]) - 0.5
    move = cv2.getPerspectiveTransform(corners.astype(np.float32), (to - (left, top)).astype(np.float32))
    size = (right - left, bottom - top)
    warped = cv2.warpPerspective(board, move, size, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(np.ones_like(board), move, size, flags=cv2.INTER_LINEAR)
    part = picture[top:bottom, left:right]
    picture[top:bottom, left:right] = part * (1 - cover) + warped * cover


def expose(picture, dice, blur, noise, light, is_gamma=False, is_colour=False, is_even=False):
    """From reflected light to bytes: uneven light, the blur of a lens, the noise of a sensor."""
    if not is_even:
        uneven = cv2.resize(dice.uniform(0.8, 1.0, (2, 3)).astype(np.float32), (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
        picture = picture * uneven
    if blur:
        picture = cv2.GaussianBlur(picture, (9, 9), blur, borderType=cv2.BORDER_REFLECT)
    picture = picture * (light / 0.9)
    if is_gamma:
        part = np.clip(picture / 255, 0, 1)
        picture = 255 * np.where(part <= 0.0031308, 12.92 * part, 1.055 * part ** (1 / 2.4) - 0.055).astype(np.float32)
    if is_colour:
        picture = np.stack([picture * float(tint) for tint in dice.uniform(0.85, 1.0, 3)], axis=2)
    if noise:
        cv2.setRNGSeed(int(dice.integers(1, 2**31)))
        grain = np.empty(picture.shape, np.float32)
        cv2.randn(grain, 0, noise)
        picture = np.add(picture, grain, out=grain)
    return np.clip(np.rint(picture, out=picture), 0, 255, out=picture).astype(np.uint8)


def choose_place(lens, dice, size, near, far, tilt=35.0, is_even_in_distance=True):
    """A place at which the tag and its white border are whole in the picture."""
    while True:
        reach = dice.uniform(near, far) if is_even_in_distance else np.exp(dice.uniform(np.log(near), np.log(far)))
        x, y = ray(lens, dice.uniform(0, lens.width - 1), dice.uniform(0, lens.height - 1))
        direction = np.array([float(x), float(y), 1.0])
        direction /= np.linalg.norm(direction)
        angle = dice.uniform(0, 2 * np.pi)
        lean = turned([np.cos(angle), np.sin(angle), 0], dice.uniform(0, tilt))
        place = Place(facing(direction) @ lean @ turned([0, 0, 1], dice.uniform(-180, 180)), direction * reach)
        ends = outline(place, size, (-0.64, -0.64, 0.64, 0.64))
        if ends[:, 2].min() < 0.05:
            continue
        seen = project(lens, ends)
        if (seen >= 3).all() and (seen <= (lens.width - 4, lens.height - 4)).all():
            return place


def choose_paper(dice):
    """A paper with a tag somewhere on it, in sides of the tag."""
    left, top, right, bottom = 0.625 + np.exp(dice.uniform(np.log(0.03), np.log(0.6), 4))
    return (-left, -top, right, bottom)


def truth_of(lens, place, size, number):
    """What is true about a tag in a picture."""
    corners = project(lens, outline(place, size))
    x, y, z = place.position
    reach = float(np.linalg.norm(place.position))
    return {
        "tag": int(number), "size": size, "corners": corners.tolist(), "centre": project(lens, place.position)[0].tolist(),
        "position": place.position.tolist(), "rotation": place.rotation.tolist(), "distance": reach,
        "direction": (place.position / reach).tolist(), "azimuth": float(np.degrees(np.arctan2(x, z))),
        "elevation": float(np.degrees(np.arctan2(-y, np.hypot(x, z)))),
        "side": float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()),
        "tilt": float(np.degrees(np.arccos(np.clip(place.rotation[:, 2] @ place.position / reach, -1, 1)))),
    }


def one(lens, seed, index, size=0.1, near=0.5, far=3.0, tilt=35.0, without=0.1, is_gamma=False, is_even_in_distance=True, tricks=0.3, number=None):
    """One picture of a series, with its truth; with a tag of that number, or of any."""
    dice = np.random.default_rng([seed, index])
    picture = clutter(lens, dice, tricks)
    blur, noise, light = dice.uniform(0.5, 1.0), dice.uniform(2, 6), np.exp(dice.uniform(np.log(70), np.log(245)))
    is_colour, tags = dice.random() < 0.1, []
    if dice.random() >= without:
        drawn = int(dice.integers(0, IDS))
        number = drawn if number is None else number
        place = choose_place(lens, dice, size, near, far, tilt, is_even_in_distance)
        paint(picture, lens, place, size, grid(number), choose_paper(dice), dice.uniform(0.03, 0.12), dice.uniform(0.75, 0.95))
        tags.append(truth_of(lens, place, size, number))
    content = expose(picture, dice, blur, noise, light, is_gamma, is_colour)
    return content, {"tags": tags, "blur": blur, "noise": noise, "light": light}


def series(folder, lens, seed, indices, **choices):
    """Writes pictures and truth.json, and returns the truth."""
    os.makedirs(folder, exist_ok=True)
    pictures = []
    for index in indices:
        content, truth = one(lens, seed, index, **choices)
        name = f"{index:05}.png"
        cv2.imwrite(os.path.join(folder, name), content, [cv2.IMWRITE_PNG_COMPRESSION, 1, cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_RLE])
        pictures.append({"picture": name, **truth})
    truth = {"seed": seed, "camera": calibration(lens), "pictures": pictures}
    with open(os.path.join(folder, "truth.json"), "w") as file:
        json.dump(truth, file, indent=1)
    return truth


def main():
    choices = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choices.add_argument("folder")
    choices.add_argument("--seed", type=int, default=1)
    choices.add_argument("--count", type=int, default=60)
    choices.add_argument("--width", type=int, default=1920)
    choices.add_argument("--height", type=int, default=1080)
    choices.add_argument("--focal", type=float, help="pixels; 1500 for a width of 1920")
    choices.add_argument("--size", type=float, default=0.1)
    choices.add_argument("--near", type=float, default=0.5)
    choices.add_argument("--far", type=float, default=3.0)
    choices.add_argument("--tilt", type=float, default=35.0)
    choices.add_argument("--gamma", action="store_true", help="with the gamma of sRGB, as cameras make it")
    given = choices.parse_args()
    lens = camera(given.width, given.height, given.focal or given.width / 1920 * 1500)
    series(given.folder, lens, given.seed, range(given.count), size=given.size, near=given.near, far=given.far, tilt=given.tilt, is_gamma=given.gamma)


if __name__ == "__main__":
    main()
