"""Reads the archive's files without Longshot: fragments by their boxes, pictures by ffmpeg, numbers by the lens."""
import collections
import hashlib
import os
import re
import struct
import subprocess

import lens

Fragment = collections.namedtuple("Fragment", "sequence frames digest")
NAME = re.compile(r"e(\d+)-s(\d+)(?:-(\d+))?\.mp4$")


def boxes(content, start=0, end=None):
    """The boxes of a range that are whole: kind, begin, end of the content."""
    end = len(content) if end is None else end
    while start + 8 <= end:
        size, kind = struct.unpack_from(">I4s", content, start)
        if size < 8 or start + size > end:
            return
        yield kind, start + 8, start + size
        start += size


def child(content, kinds, start, end):
    """Where the content of a nested box is; None without it."""
    for kind in kinds:
        found = next(((b, e) for k, b, e in boxes(content, start, end) if k == kind), None)
        if found is None:
            return None
        start, end = found
    return start, end


def fragments(path):
    """The whole fragments of a file: each a moof with the mdat behind it."""
    with open(path, "rb") as file:
        content = file.read()
    found, moof = [], None
    for kind, begin, end in boxes(content):
        if kind == b"moof":
            moof = (begin, end)
        elif kind == b"mdat" and moof:
            header, run = child(content, [b"mfhd"], *moof), child(content, [b"traf", b"trun"], *moof)
            if header and run:
                sequence, = struct.unpack_from(">I", content, header[0] + 4)
                frames, = struct.unpack_from(">I", content, run[0] + 4)
                digest = hashlib.sha256(content[moof[0] - 8:end]).hexdigest()
                found.append(Fragment(sequence, frames, digest))
            moof = None
    return found


def movies(folder, kinds=(b"ftyp",)):
    """Every file below a folder that begins with such a box, whatever it is called."""
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            try:
                with open(path, "rb") as file:
                    if file.read(8)[4:] in kinds:
                        yield path
            except OSError:
                continue


def digests(folder):
    """The digests of all whole fragments below a folder, and how many frames each has.

    What a start moved aside may be the end of a file, without the head that a player needs."""
    return {one.digest: one.frames for path in movies(folder, (b"ftyp", b"moof")) for one in fragments(path)}


def damage(path, fragment):
    """Turns four bytes over near the end of one fragment."""
    with open(path, "rb") as file:
        content = file.read()
    ends = [end for kind, _, end in boxes(content) if kind == b"mdat"]
    place = ends[fragment] - 40
    with open(path, "r+b") as file:
        file.seek(place)
        file.write(bytes(byte ^ 0xA5 for byte in content[place:place + 4]))


def pictures(path):
    """The pictures of a file that a decoder gets out: each its run and number, or None where the blocks are not readable."""
    side = f"{lens.WIDTH}:{lens.HEIGHT}:0:0"
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-threads", "1", "-i", path, "-vsync", "passthrough", "-vf", f"crop={side}", "-f", "rawvideo",
         "-pix_fmt", "gray", "-"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    size = lens.WIDTH * lens.HEIGHT
    return [lens.read(raw[at:at + size]) for at in range(0, len(raw) - size + 1, size)]


class Footage:
    """What is stored of a recording, from its files alone."""

    def __init__(self, segments):
        parts = []
        self.problems, self.stored, self.decoded = [], 0, 0
        for path in segments:
            match = NAME.search(path)
            if not match or not os.path.exists(path):
                self.problems.append(f"{os.path.basename(path)} is not a file of the archive")
                continue
            here, seen = fragments(path), pictures(path)
            frames = sum(one.frames for one in here)
            self.stored += frames
            self.decoded += len(seen)
            if frames != len(seen):
                self.problems.append(f"{os.path.basename(path)} has {frames} frames, a decoder gets {len(seen)} out")
            at = 0
            for one in here:
                parts.append((int(match[1]), one.sequence, seen[at:at + one.frames]))
                at += one.frames
        parts.sort(key=lambda part: part[:2])
        keys = [part[:2] for part in parts]
        twice = [key for key, count in collections.Counter(keys).items() if count > 1]
        if twice:
            self.problems.append(f"fragments are stored twice: {twice[:3]}")
        # In the order of the archive: epoch, run of the camera, number.
        self.pictures = [(epoch, picture) for epoch, _, seen in parts for picture in seen]
        unread = sum(1 for _, picture in self.pictures if picture is None)
        if unread:
            self.problems.append(f"{unread} pictures have no number")

    def numbers(self):
        """The numbers that are stored of each run of the camera."""
        runs = collections.defaultdict(list)
        for _, picture in self.pictures:
            if picture:
                runs[picture[0]].append(picture[1])
        return runs

    def disorder(self):
        """A sentence where pictures do not follow one another in the order of capture; None if they do."""
        last = None
        for epoch, picture in self.pictures:
            if picture is None:
                continue
            if last is not None and picture <= last:
                return f"in epoch {epoch} picture {picture[1]} of run {picture[0]} follows {last[1]} of run {last[0]}"
            last = picture
        return None
