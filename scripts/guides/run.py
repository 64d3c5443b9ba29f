"""Runs the command blocks of one document in order, and compares what they print with what the document shows."""

import contextlib
import difflib
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

# Where a block runs if not on this machine: a marker begins with one of these words.
PLACES = {"camera": "the machine with cameras", "systemd": "the machine with systemd"}
PLACE = sys.argv[3] if len(sys.argv) > 3 else ""
SLOW = 6 if PLACE else 1  # an emulated machine
LIMIT = 90 * SLOW  # seconds for a command
PATIENCE = 20 * SLOW  # seconds until output appears
UNAVAILABLE = 69  # the exit code of a command to which a node did not answer in time
KINDS = {"", "answer", "background", "drawing", "exit", "input", "skip", "stop", "terminal", "write"}
QUESTION = re.compile(r"\S \Z")  # how the output ends while a command waits for an answer
KEYS = {"Enter": "\n", "Ctrl-D": "\x04"}
# Commands that only show something: a reader types slower than this program, so they are repeated until they show it.
SHOWS = re.compile(r"longshot (record status|recordings( --|$)|files list|stills list|pair list|nodes|doctor|page list)")
UNORDERED = re.compile(r"longshot (pair list|nodes)")  # in the order of ids, which are new in each run, or of answers
SEGMENT = re.compile(r" segment ")  # a recording has another one from each full minute on
MASKS = [
    (r"longshot://\S+", "LINK"),
    (r"(https://\S+/enter#)\S+", r"\1SECRET"),
    (r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "DATE"),
    (r"\b\d{8}T\d{6}Z-\d+(-\d+)?", "NAME"),
    (r"\b[A-Z2-7]{4}(-[A-Z2-7]{4}){3}\b", "CODE"),
    (r"\busb-[0-9a-f]{4}-[0-9a-f]{4}-", "usb-ID-"),
    (r"^  [a-z]+(  [a-z]+){3}$", "  FOUR WORDS"),
    (r"(these words too:)  [a-z]+(  [a-z]+){2}$", r"\1  THREE WORDS"),
    (r"\b[0-9a-f]{11}-[0-9a-f]{8}\b", "FILE"),
    (r"(?<=\bid )[a-z2-7]{7}\b|^[a-z2-7]{7}(?=  )|(?<=\()[a-z2-7]{7}(?=\))|(?<=from )[a-z2-7]{7,8}\b", "ID"),
    (r"(?<=files/)[^/ ]+(?=/)", "ID"),
    (r"(complete: )\d.*", r"\1as far as it is"),
    (r"(  live: ).*", r"\1as it is"),
    (r", last seen \S+$", ""),
    (r"[─●]{5,}", "BAR"),
    # A busy machine has the frame of a press only later.
    (r"source (ring|next-frame)(, outside of the ring: the nearest frame was taken)?$", "source ring"),
    (r"[-+]?(\b\d[\d.,]*\d\b|\b\d\b)", "0"),
    (r"\b0 (B|kB|MB|GB)\b", "0 B"),
    (r"\b0 (ms|s)\b", "0 s"),
    (r"(?<=[a-z])0(?=\.mp4)|(?<=-s)\d+|(?<=/e)\d+", "0"),
]
UNLISTED = {"--generate-completion-script"}  # options that work, and that `--help` does not show
# What a run names anew, and later commands of the document may use.
NAMES = re.compile(r"\b\d{8}T\d{6}Z-\d+(?:-\d+)?\b|\b[0-9a-f]{11}-[0-9a-f]{8}\b|\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b")
MOMENTS = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")  # these too
ANY = {"…", "(a QR code)"}


@dataclass
class Block:
    line: int
    kind: str = ""
    argument: str = ""
    place: str = ""
    language: str = ""
    hidden: bool = False
    lines: list = field(default_factory=list)


class Wrong(Exception):
    """What is wrong with the document, or with the program."""


def blocks_of(path):
    """The fenced blocks of a document, each with the marker before it, and the hidden blocks in comments."""
    result, marker, lines = [], None, path.read_text().splitlines()
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if begin := re.match(r"<!-- run: ?(.*?)( -->)?$", line):
            kind, _, argument = begin[1].partition(" ")
            place = kind if kind in PLACES else ""
            if place:
                kind, _, argument = argument.partition(" ")
            if kind not in KINDS:
                raise Wrong(f"{path}:{number}: unknown marker {kind}")
            marker = Block(number, kind, argument, place)
            if kind == "stop":
                result.append(marker)
                marker = None
            elif not begin[2]:
                marker.hidden = True
                while lines[number] != "-->":
                    marker.lines.append(lines[number])
                    number += 1
                number += 1
                result.append(marker)
                marker = None
        elif fence := re.match(r"```(\w*)$", line):
            block = marker or Block(number)
            marker, block.line, block.language = None, number, fence[1]
            while lines[number] != "```":
                block.lines.append(lines[number])
                number += 1
            number += 1
            result.append(block)
        elif line and marker:
            raise Wrong(f"{path}:{number}: a marker without a block")
    return result


def has_ended(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def is_whole(command):
    """Whether bash would not wait for another line of it."""
    check = subprocess.run(["bash", "-n"], input=command + "\n", capture_output=True, text=True)
    return not command.endswith("\\") and check.returncode == 0 and "here-document" not in check.stderr


def commands_of(block):
    """Pairs of a command and the lines that are shown behind it, with the number of its line."""
    result = []
    for offset, line in enumerate(block.lines):
        if line.startswith("$ "):
            result.append([block.line + offset + 1, line[2:], []])
        elif result and not result[-1][2] and not is_whole(result[-1][1]):
            result[-1][1] += "\n" + line
        elif result:
            result[-1][2].append(line)
        else:
            raise Wrong(f"line {block.line}: a block without a language begins with `$ `; call what is printed `text`")
    for command in result:
        while command[2] and not command[2][-1].strip():
            command[2].pop()
    return result


def masked(line):
    for pattern, instead in MASKS:
        line = re.sub(pattern, instead, line)
    return re.sub(r" +", " ", line.rstrip())


def agrees(shown, printed, part=False):
    """Whether the printed lines are those that are shown; with part, whether they are among them, in any order."""
    if part:
        return all(any(agrees([line], [other]) for other in printed) for line in shown if line.strip() not in ANY)
    pattern = ""
    for line in shown:
        if line.strip() in ANY:
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(piece) for piece in masked(line).split("…")) + r"\n"
    lines = [masked(line) for line in printed]
    lines = [line for line, before in zip(lines, ["", *lines]) if line != before or not SEGMENT.match(line)]
    return re.fullmatch(pattern, "".join(line + "\n" for line in lines)) is not None


class Help:
    """Checks the options of commands against what `longshot … --help` says."""

    def __init__(self):
        self.texts = {}

    def text(self, words):
        if words not in self.texts:
            asked = subprocess.run(["longshot", *words, "--help"], capture_output=True, text=True)
            if asked.returncode != 0:
                print(f"longshot {' '.join(words)} --help ends with {asked.returncode}: {asked.stderr}", flush=True)
            self.texts[words] = asked.stdout if asked.returncode == 0 else ""
        return self.texts[words]

    def complaint(self, command):
        """What is wrong with the first program call in a command."""
        for call in re.findall(r"(?:^|[|(;&]\s*|sudo (?:-u \w+ )?|\$ )longshot ([^|;&)`]*)", command.replace("\\\n", " ")):
            words = re.findall(r"'[^']*'|\"[^\"]*\"|\S+", call)
            names = ()
            while words and re.fullmatch(r"[a-z]+", words[0]) and f"\n  {words[0]} " in self.text(names):
                names += (words.pop(0),)
            if not names and words and not words[0].startswith("-") and re.fullmatch(r"[a-z]+", words[0]):
                return f"there is no command {words[0]}"
            known = self.text(names)
            if default := re.search(r"^  (\w+) \(default\)", known, re.M):
                known += self.text((*names, default[1]))
            for word in words:
                if word.startswith("#"):
                    break
                option = re.match(r"\[?(--[a-z][a-z-]*)", word)
                if option and option[1] not in UNLISTED and not re.search(re.escape(option[1]) + r"(?![a-z-])", known):
                    return f"longshot {' '.join(names)} has no option {option[1]}"
        return None


class Screen:
    """A terminal on which a command runs, and what is printed there."""

    def __init__(self):
        self.control, terminal = pty.openpty()
        self.name = os.ttyname(terminal)
        self.terminal = terminal  # kept open, so that it can be read after the command has ended
        self.printed = b""
        self.seen = 0
        self.typed_at = None  # what was printed when an answer was typed
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            self.printed += os.read(self.control, 65536)

    def text(self):
        """Everything that is printed, without lines that others replace."""
        # A line that is being replaced is not a question: no space is behind it.
        text = re.sub(r"\r\x1b\[K([^\r\n]*[^\r\n ])?$", "", self.printed.decode(errors="replace"))
        return re.sub(r"[^\n]*\r\x1b\[K", "", text).replace("\r\n", "\n").replace("^D\b\b", "")

    def lines(self):
        """What is printed and was not compared yet, without empty lines around it."""
        return self.text()[self.seen :].strip("\n").splitlines()

    def is_asking(self):
        # Until the terminal has echoed an answer, its question is still there. A busy machine takes its time for that.
        if self.typed_at is not None and b"\n" not in self.printed[self.typed_at :]:
            return False
        return QUESTION.search(self.text()) is not None

    def type(self, text):
        self.typed_at = len(self.printed)
        os.write(self.control, KEYS.get(text, text + "\n").encode())


class Session:
    """A shell in which the commands of a document run, and the commands that stay in the background."""

    def __init__(self):
        self.work = Path(tempfile.mkdtemp())
        self.count = 0
        self.nodes = {}
        self.screens = []
        ends, self.end = os.pipe()
        self.ends = os.fdopen(ends)
        self.shell = subprocess.Popen(
            ["bash", "--noprofile", "--norc"], stdin=subprocess.PIPE, text=True, pass_fds=[self.end]
        )

    def play(self, command, typed, mode):
        """Sources a command in the shell; returns the file of what it prints, and its exit code or process."""
        self.count += 1
        script, output = self.work / f"{self.count}.sh", self.work / f"{self.count}.out"
        stdin = self.work / f"{self.count}.in"
        stdin.write_text("".join(line + "\n" for line in typed))
        script.write_text(("exec " if mode == "&" and command.startswith("longshot ") else "") + command + "\n")
        output.touch()
        if mode == "tty":
            self.screens.append(Screen())
            output = stdin = self.screens[-1].name
            mode = "&"
        self.shell.stdin.write(f". {script} > {output} 2>&1 < {stdin} {mode}\necho ${'!' if mode == '&' else '?'} >&{self.end}\n")
        self.shell.stdin.flush()
        return output, int(self.ends.readline())

    def run(self, command, typed=()):
        """Runs a command to its end; returns the lines that it prints, and its exit code."""
        late.command = command
        signal.alarm(LIMIT)
        output, code = self.play(command, typed, ";")
        signal.alarm(0)
        return output.read_text(errors="replace").splitlines(), code

    def answer(self, screen, answers, shown):
        """Types answers on a screen, each when a question is there. Waits until it shows what is shown, or the command has ended."""
        answers, deadline = list(answers), time.monotonic() + PATIENCE
        while time.monotonic() < deadline and (answers or not shown or not agrees(shown, screen.lines())):
            if has_ended(screen.process):
                time.sleep(0.2)  # until all of it is read
                break
            if answers and screen.is_asking():
                screen.type(answers.pop(0))
                deadline = time.monotonic() + PATIENCE
                time.sleep(0.2)
            time.sleep(0.1)
        printed = screen.lines()
        if answers:
            raise Wrong("\n  ".join([f"{sys.argv[2]}: nothing asks for the answer {answers[0]}:", *printed]))
        screen.seen = screen.text().rfind("\n") + 1
        return printed

    def on_terminal(self, command, answers, shown):
        """Starts a command on a terminal, answers its questions, and waits until it shows what is shown."""
        process = self.play(command, (), "tty")[1]
        self.screens[-1].process = process
        return self.answer(self.screens[-1], answers, shown)

    def asking(self):
        """The screen with a question; waits for one."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for screen in self.screens:
                if screen.is_asking():
                    return screen
            time.sleep(0.1)
        return None

    def stop(self, *keys):
        """Ends nodes as Ctrl-C does."""
        for key in keys:
            process = self.nodes.pop(key)
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)
                for _ in range(10 * PATIENCE):
                    os.kill(process, 0)
                    time.sleep(0.1)

    def start(self, command, shown):
        """Starts a command that stays, and waits until it has printed what is shown. A node in the same home ends first."""
        home = re.search(r"--home (\S+)", command)
        node = re.match(r"longshot (camera|recorder)\b", command)
        key = (node[1], home and home[1]) if node else None
        if key in self.nodes:
            self.stop(key)
        output, process = self.play(command, (), "&")
        shown = shown or (["…listens on…"] if node else [])
        deadline = time.monotonic() + PATIENCE
        while not agrees(shown, output.read_text(errors="replace").splitlines(), part=True):
            if time.monotonic() > deadline:
                break
            if PLACE and has_ended(process):  # A node may not have answered in time.
                output, process = self.play(command, (), "&")
            time.sleep(0.1)
        if node:
            self.nodes[key] = process
        return output.read_text(errors="replace").splitlines()


class Document:
    """Runs one document."""

    def __init__(self, checkout, name):
        self.file, self.path = checkout / name, name
        self.session = Session()
        self.help = Help()
        self.began = time.monotonic()
        self.ran = self.compared = 0
        self.skipped = []
        self.elsewhere = {}
        self.names = {}

    def fail(self, line, command, reason, printed):
        raise Wrong("\n".join([f"{self.path}:{line}: {reason}", f"  $ {command}", *("  " + text for text in printed)]))

    def compare(self, line, command, shown, printed, part=False):
        if not shown or agrees(shown, printed, part):
            self.compared += bool(shown)
            for pattern in (NAMES, MOMENTS):
                self.names |= zip(pattern.findall("\n".join(shown)), pattern.findall("\n".join(printed)))
            return
        difference = difflib.unified_diff(
            [masked(text) for text in shown], [masked(text) for text in printed], "the document shows", "the program prints", lineterm=""
        )
        self.fail(line, command, "it prints something else", [*difference, "", "printed:", *(text for text in printed if "\x1b" not in text)])

    def run(self, block, last):
        """Runs a block; returns its last command and what that printed, for a block of output behind it."""
        for line, command, shown in commands_of(block):
            # An emulated machine takes a second for each help, and that is the same.
            if not PLACE and (complaint := self.help.complaint(command)):
                self.fail(line, command, complaint, [])
            if block.kind == "skip" or block.place != PLACE:
                last = None
                continue
            command = self.renamed(command)
            if block.kind == "background":
                printed = self.session.start(command, shown)
                self.compare(line, command, shown or (["…listens on…"] if command.startswith("longshot camera") else []), printed, part=True)
                last = (line, command, printed)
                continue
            if block.kind in ("answer", "terminal"):
                printed = self.session.on_terminal(command, self.answers(block), shown)
                self.compare(line, command, shown, printed)
                last = (line, command, printed)
                continue
            expected = int(block.argument) if block.kind == "exit" else 0
            typed = shown if block.kind == "input" else ()
            shown = () if typed else shown
            deadline = time.monotonic() + PATIENCE
            while True:
                printed, code = self.session.run(command, typed)
                if UNORDERED.search(command):
                    shown, printed = sorted(shown, key=masked), sorted(printed, key=masked)
                if code == expected and (not shown or agrees(shown, printed)):
                    break
                # A command waits 2 s for a connection, which may be too short in an emulated machine on a busy processor.
                is_late = PLACE and code == UNAVAILABLE
                if not (is_late or SHOWS.search(command)) or time.monotonic() > deadline:
                    break
                time.sleep(0.3)
            if code != expected:
                self.fail(line, command, f"it ends with {code} instead of {expected}", printed)
            self.compare(line, command, shown, printed)
            last = (line, command, printed)
        return last

    def renamed(self, text):
        """A text with the names and moments of this run."""
        for pattern in (NAMES, MOMENTS):
            text = pattern.sub(lambda name: self.names.get(name[0], name[0]), text)
        return text

    def answers(self, block):
        """What is typed: the answers are separated by bars."""
        return self.renamed(block.argument).split(" | ") if block.kind == "answer" else []

    def play(self):
        last = None
        for command in re.findall(r"`(longshot [^`]+)`", self.file.read_text()):
            if not PLACE and (complaint := self.help.complaint(command.replace("\n", " "))):
                self.fail(0, command, complaint, [])
        for block in blocks_of(self.file):
            if block.place != PLACE:
                if PLACE or block.hidden or block.kind in ("stop", "write") or block.language not in ("", "text"):
                    continue
                self.elsewhere[block.place] = self.elsewhere.get(block.place, 0) + (block.language == "")
                if block.language == "":
                    self.run(block, None)  # checks its options
                last = None
                continue
            if block.kind == "skip":
                self.skipped.append(block.argument)
                if not block.argument:
                    raise Wrong(f"{self.path}:{block.line}: skip without a reason")
            if block.kind == "drawing":
                last = None
            elif block.kind == "stop":
                self.session.stop(*list(self.session.nodes))
            elif block.kind == "write":
                target = Path(block.argument.replace("~", os.environ["HOME"], 1))
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text("\n".join(block.lines) + "\n")
                self.ran += 1
            elif block.language == "text":
                if block.kind == "answer":
                    if not (screen := self.session.asking()):
                        raise Wrong(f"{self.path}:{block.line}: no command asks anything")
                    self.compare(block.line, "(an answer)", block.lines, self.session.answer(screen, self.answers(block), block.lines))
                    self.ran += 1
                    last = None
                elif block.kind != "skip":
                    if not last:
                        raise Wrong(f"{self.path}:{block.line}: a `text` block without a command before it")
                    self.compare(*last[:2], block.lines, last[2])
                    last = None
            elif block.language == "":
                last = self.run(block, last)
                self.ran += block.kind != "skip" and not block.hidden
            elif block.kind == "skip":
                raise Wrong(f"{self.path}:{block.line}: {block.language} is not run anyway")
        reasons = f": {'; '.join(dict.fromkeys(self.skipped))}" if self.skipped else ""
        elsewhere = "".join(f"{count} left to {PLACES[place]}, " for place, count in self.elsewhere.items())
        if not PLACE:
            reasons = f", {elsewhere}{len(self.skipped)} skipped{reasons}"
        else:
            reasons = f" in {PLACES[PLACE]}, {time.monotonic() - self.began:.0f} s"
        print(f"{self.path}: {self.ran} blocks run, {self.compared} outputs compared{reasons}", flush=True)


def late(*_):
    raise Wrong(f"{sys.argv[2]}: a command took longer than {LIMIT} s: {late.command}")


def main():
    signal.signal(signal.SIGALRM, late)
    document = Document(Path(sys.argv[1]), sys.argv[2])
    try:
        document.play()
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        sys.exit(1)


main()
