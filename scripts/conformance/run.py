"""Judges exports with foreign players: which of the requested frames each of them shows."""
import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile

import av
import footage
import players
import rig

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HALF = 0.0005  # of a millisecond: a frame is left out that lies in the range for less
DOCUMENT = f"{ROOT}/docs/reference/archive.md"
# These obey the edit list; the others show hidden frames, which --exact avoids.
OBEDIENT = [players.ffmpeg, players.pyav, players.qtdemux]
OTHERS = [players.decodebin, players.mpv, players.vlc]


class Reference:
    """All frames of a recording as PyAV reads them from the segments: number and time."""

    def __init__(self, recorder, name, source):
        self.name, self.source, self.frames = name, source, []
        self.files = files = sorted(
            os.path.join(folder, file) for folder, _, files in os.walk(f"{recorder.home}/archive") for file in files
            if file.endswith(".mp4") and name in folder)
        start = 0.0
        for path in files:
            shown = list(players.pictures(path))
            # Segments of one epoch follow each other: their pictures are numbered through.
            if self.frames:
                start = self.frames[-1][0] + float(source.interval) - shown[0][0]
            self.frames += [(start + time, count) for time, count in shown]
        self.zero = self.frames[0][0]

    def between(self, begin, end):
        """The numbers of the frames that are on screen within a range of seconds from the first frame."""
        ends = [time for time, _ in self.frames[1:]] + [self.frames[-1][0] + float(self.source.interval)]
        return [count for (time, count), until in zip(self.frames, ends)
                if until - self.zero > begin + HALF and time - self.zero < end - HALF]

    def range(self, dice):
        """A range of up to 2 s, whose ends lie on frames or within them."""
        def moment(index):
            time = self.frames[index][0] - self.zero
            return time + dice.choice([0, 0, dice.uniform(0.05, 0.95)]) * float(self.source.interval)

        first = dice.randrange(len(self.frames) - 2)
        count = dice.choice([1, 1, 2, dice.randrange(3, max(4, int(2 * self.source.rate)))])
        begin, end = moment(first), moment(min(first + count, len(self.frames) - 1))
        # Seconds of an argument are rounded to ticks, and must not fall on the other side of a frame's begin.
        return begin + 2e-6, max(end, begin + 2e-3) + 2e-6


class Table:
    """How many files each reader shows as requested, by kind of file."""

    def __init__(self):
        self.rows, self.wrong = {}, []

    def add(self, source, kind, reader, expected, shown):
        """Counts one file; `shown` is what the reader shows, or its reason not to."""
        row = self.rows.setdefault((source, kind, reader), [0, 0])
        row[1] += 1
        if shown == expected:
            row[0] += 1
            return
        self.wrong.append((source, kind, reader, f"{brief(shown)} and not {brief(expected)}"))

    def markdown(self, versions):
        """The table for the document."""
        readers = sorted({reader for _, _, reader in self.rows}, key=ORDER.index)
        lines = [f"| source | file | {' | '.join(readers)} |", "|---|---|" + "---|" * len(readers)]
        names = [source.name for source in footage.SOURCES]
        for source, kind in sorted({(source, kind) for source, kind, _ in self.rows}, key=lambda one: (names.index(one[0]), KINDS.index(one[1]))):
            cells = [self.rows.get((source, kind, reader)) for reader in readers]
            lines.append(f"| {source} | {kind} | " + " | ".join(f"{one[0]} of {one[1]}" if one else "–" for one in cells) + " |")
        used = ", ".join(f"{name} {version}" for name, version in versions.items())
        return "\n".join(lines) + f"\n\nRead by {used}.\n"


KINDS = ["segment", "whole", "range", "range, `--exact`"]
ORDER = ["ffmpeg", "pyav", "qtdemux", "chromium", "decodebin", "mpv", "vlc", "ffprobe"]


def brief(shown):
    """A list of numbers, or a reason, in few words."""
    if isinstance(shown, list) and len(shown) > 4:
        return f"{len(shown)} frames {shown[0]}…{shown[-1]}" + ("" if shown == list(range(shown[0], shown[-1] + 1)) else " with holes")
    return str(shown)


def outcome(reader, path, expected):
    """What a reader shows, or why it does not. One that plays in real time drops pictures on a busy machine, and may try again."""
    shown = None
    patient = reader is players.vlc
    for _ in range(8 if patient else 1):
        try:
            shown = reader(path)
        except (players.Unplayable, OSError, subprocess.TimeoutExpired, av.error.FFmpegError) as error:
            shown = str(error)[:160]
        # VLC ends before a last frame that the end of the range cuts to a few milliseconds.
        if patient and len(expected) > 1 and shown == expected[:-1]:
            return expected
        if shown == expected:
            break
    return shown


def middles(path):
    """The middle of each shown frame's time, by FFmpeg's demuxer."""
    times = [time for time, _ in players.pictures(path)]
    with av.open(path) as movie:
        stream = movie.streams.video[0]
        end = float((stream.duration or 0) * stream.time_base)
    return [(begin + until) / 2 for begin, until in zip(times, times[1:] + [end])]


def rate_of(path):
    """The constant frame rate and the duration that ffprobe tells."""
    stream = json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=r_frame_rate,duration", "-of", "json", path],
        capture_output=True, check=True).stdout)["streams"][0]
    return stream["r_frame_rate"], float(stream["duration"])


def export(recorder, name, path, *words):
    """Writes an export; returns the program's report."""
    code, out, error = recorder.rig.run("export", name, "--home", recorder.home, "-o", path, "--json", *words, limit=60)
    if code:
        raise rig.Wrong(f"export {' '.join(words)} ends with {code}: {error.strip()[-300:]}")
    return json.loads(out)


def judge(recorder, references, count, seed, table):
    """Exports ranges of each source, and asks all readers about each file."""
    dice = random.Random(seed)
    browser = players.Browser()
    jobs = []
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        def ask(source, kind, reader, expected, path):
            jobs.append((source, kind, reader.__name__, expected, pool.submit(outcome, reader, path, expected)))

        def ask_browser(source, kind, expected, path):
            # A busy machine may need longer for a picture than it is waited for.
            for _ in range(3):
                try:
                    shown = browser.show(path, middles(path))[1]
                except (players.Unplayable, av.error.FFmpegError) as error:
                    shown = str(error)
                if shown == expected:
                    break
            table.add(source, kind, "chromium", expected, shown)

        for reference in references:
            source = reference.source
            whole = f"{recorder.rig.work}/{reference.name}.mp4"
            export(recorder, reference.name, whole)
            everything = [number for _, number in reference.frames]
            rate, length = rate_of(whole)
            expected = [f"{source.rate.numerator}/{source.rate.denominator}", round(len(everything) / float(source.rate), 3)]
            table.add(source.name, "whole", "ffprobe", expected, [rate, round(length, 3)])
            for reader in OBEDIENT + OTHERS:
                if reader is not players.vlc:
                    ask(source.name, "whole", reader, everything, whole)
            path = reference.files[0]
            numbers = [number for _, number in players.pictures(path)]
            for reader in OBEDIENT + OTHERS:
                if reader is not players.vlc or count > 10:
                    ask(source.name, "segment", reader, numbers, path)
            _, length = rate_of(path)
            table.add(source.name, "segment", "ffprobe", [round(len(numbers) / float(source.rate), 3)], [round(length, 3)])
            # Ranges at other rates differ in their times alone.
            for index in range(count if source.rate == 30 else min(count, 8)):
                begin, end = reference.range(dice)
                words = ("--from", f"{begin:.9f}", "--to", f"{end:.9f}")
                expected = reference.between(begin, end)
                plain = f"{recorder.rig.work}/{reference.name}-{index}.mp4"
                report = export(recorder, reference.name, plain, *words)
                for reader in OBEDIENT:
                    ask(source.name, "range", reader, expected, plain)
                if source.codec == "h264":
                    ask_browser(source.name, "range", expected, plain)
                exact = plain
                if report["hiddenFrames"]:
                    exact = f"{recorder.rig.work}/{reference.name}-{index}-exact.mp4"
                    export(recorder, reference.name, exact, "--exact", *words)
                for reader in OBEDIENT + OTHERS:
                    if exact is not plain or reader in OTHERS:
                        ask(source.name, "range, `--exact`", reader, expected, exact)
                if source.codec == "h264" and exact is not plain:
                    ask_browser(source.name, "range, `--exact`", expected, exact)
        for source, kind, reader, expected, job in jobs:
            table.add(source, kind, reader, expected, job.result())
    browser.close()


def write(text):
    """Puts the table into the document."""
    with open(DOCUMENT, encoding="utf-8") as file:
        head, rest = file.read().split("<!-- conformance: begin -->\n")
        tail = rest.split("<!-- conformance: end -->")[1]
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(f"{head}<!-- conformance: begin -->\n{text}<!-- conformance: end -->{tail}")


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--long", action="store_true", help="40 ranges of each source, 8 at odd rates, instead of 4")
    words.add_argument("--write", action="store_true", help="write the table into docs/reference/archive.md")
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    print(f"seed {given.seed}", flush=True)
    table = Table()
    with tempfile.TemporaryDirectory() as work:
        os.chmod(work, 0o755)
        place = rig.Rig(work, "conformance")
        try:
            recorder, recordings = footage.record(place, footage.SOURCES, 12)
            references = [Reference(recorder, name, source) for name, source in recordings.items()]
            for reference in references:
                numbers = [number for _, number in reference.frames]
                if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
                    raise rig.Wrong(f"{reference.source.name}: the recording has holes: {brief(numbers)}")
            judge(recorder, references, 40 if given.long else 4, given.seed, table)
        finally:
            place.end()
    text = table.markdown(players.versions())
    print(text)
    for source, kind, reader, what in table.wrong:
        print(f"WRONG: {source}, {kind}, {reader}: {what}")
    if given.write and not table.wrong:
        write(text)
    sys.exit(1 if table.wrong else 0)


if __name__ == "__main__":
    try:
        main()
    except rig.Wrong as error:
        sys.exit(f"scripts/test-conformance: {error}")
