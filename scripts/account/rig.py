"""Cameras and recorders of one scenario, each a process with a home of its own."""
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import lens
from node import Node

LONGSHOT = os.environ["LONGSHOT_BINARY"]


class Wrong(Exception):
    """What the product does is not what it promises."""


class Skipped(Exception):
    """This machine does not permit the scenario."""


def until(condition, what, limit=20.0, step=0.1):
    """Waits for a condition; returns what it gave."""
    deadline = time.monotonic() + limit
    while True:
        try:
            value = condition()
        except (OSError, ValueError, KeyError, IndexError):
            value = None
        if value:
            return value
        if time.monotonic() > deadline:
            raise Wrong(f"waited {limit:.0f} s until {what}")
        time.sleep(step)


class Rig:
    """The folder and the processes of one scenario."""

    def __init__(self, work, name, keeps=False):
        self.name, self.work, self.keeps = name, f"{work}/{name}", keeps
        self.processes, self.mounts, self.nodes = [], [], []
        os.makedirs(self.work)
        self.environment = dict(os.environ, XDG_STATE_HOME=f"{self.work}/state")

    def spawn(self, words, log, prefix=(), **options):
        """Starts a process whose words go to a log."""
        with open(log, "ab") as file:
            process = subprocess.Popen(
                [*prefix, *words], stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                env=dict(self.environment, **options.pop("env", {})), **options)
        self.processes.append(process)
        return process

    def run(self, *words, limit=30, prefix=()):
        """Runs the program to its end: exit code and standard output."""
        try:
            done = subprocess.run(
                [*prefix, LONGSHOT, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment,
                timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            return -1, "", f"did not end within {limit} s"
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def small_disk(self, name, megabytes):
        """A folder on a small file system of its own."""
        folder = f"{self.work}/{name}"
        os.makedirs(folder, exist_ok=True)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", folder], check=False,
                          stderr=subprocess.DEVNULL).returncode:
            raise Skipped("mounting a small file system is not permitted")
        self.mounts.append(folder)
        return folder

    def slow_syncs(self, node, milliseconds):
        """Makes each sync of a node slow until the tracer is ended."""
        if not shutil.which("strace"):
            raise Skipped("there is no strace")
        return self.spawn(
            ["strace", "-f", "-qq", "-p", str(node.process.pid), "-o", "/dev/null", "-e", "trace=fdatasync,fsync", "-e",
             f"inject=fdatasync,fsync:delay_enter={milliseconds * 1000}"], f"{self.work}/strace.log")

    def end(self):
        """Leaves no process and no mount behind."""
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
        for process in self.processes:
            process.wait()
        while self.mounts:
            folder = self.mounts.pop()
            if self.keeps:
                shutil.copytree(folder, f"{folder}.kept", ignore=shutil.ignore_patterns("ballast"))
            subprocess.run(["umount", "-l", folder], check=False)


def slowed(milliseconds, log="/dev/null"):
    """What a program is started with so that each of its syncs is slow, and a line of a log: it stays a child, the tracer is a grandchild."""
    if not shutil.which("strace"):
        raise Skipped("there is no strace")
    return ["strace", "-D", "-f", "-qq", "--seccomp-bpf", "-o", log, "-e", "trace=fdatasync,fsync", "-e",
            f"inject=fdatasync,fsync:delay_enter={milliseconds * 1000}"]


def fill(folder):
    """Leaves no space on a small file system; returns the file that takes it."""
    path = f"{folder}/ballast"
    with open(path, "wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096) == 4096:
                pass
        except OSError:
            pass
    return path


class Machine:
    """A node: its home, and its process while it runs."""

    kind = ""

    def __init__(self, rig, name, home=None, prefix=()):
        self.rig, self.name, self.home, self.prefix = rig, name, home or f"{rig.work}/{name}", prefix
        self.port, self.process, self.starts = 0, None, 0
        self.host = "127.0.0.1"
        os.makedirs(self.home, exist_ok=True)
        rig.nodes.append(self)

    @property
    def log(self):
        """What it says in its present life."""
        return f"{self.rig.work}/{self.name}.{self.starts}.log"

    def arguments(self):
        """What only this kind of node is given."""
        return []

    def launch(self, *more, env=None, **options):
        """Starts the process, on the port that it had before."""
        self.starts += 1
        self.process = self.rig.spawn(
            [LONGSHOT, self.kind, "--home", self.home, "--host", self.host, "--port", str(self.port), "--no-discovery", "--no-page",
             *self.arguments(), *more], self.log, prefix=self.prefix, env=env or {}, **options)

    def start(self, *more, env=None, limit=30, **options):
        """Starts the process, and waits until it listens."""
        self.launch(*more, env=env, **options)
        until(lambda: self.says("listens on"), f"the {self.name} listens", limit)
        self.port = json.load(open(f"{self.home}/run.json", encoding="utf-8"))["port"]
        return self

    def says(self, words):
        """Whether its log has these words."""
        if self.process.poll() is not None:
            raise Wrong(f"the {self.name} ended with {self.process.returncode}: {self.last_words()}")
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return words in file.read()

    def last_words(self):
        """The end of its log."""
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return " / ".join(file.read().strip().splitlines()[-2:])[-300:]

    def stop(self, limit=15):
        """Ends it in order."""
        self.process.terminate()
        try:
            self.process.wait(limit)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Wrong(f"SIGTERM does not end the {self.name} within {limit} s") from None

    def kill(self):
        """Ends it as a power cut does for a process."""
        self.process.kill()
        self.process.wait()

    def freeze(self):
        """Stops it as a suspended machine does."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        """Lets it go on."""
        self.process.send_signal(signal.SIGCONT)

    def ask(self, path, method="GET", body=None):
        """The node's answer to its owner: status and content."""
        status, _, content = Node(self.home, timeout=8).ask(method, path, body)
        return status, content

    def state(self):
        """What the node says of itself."""
        return json.loads(self.ask("/v1/state")[1])

    def say(self, *words, limit=30):
        """Runs a command of the program as the owner of this home."""
        return self.rig.run(*words, "--home", self.home, limit=limit, prefix=self.prefix)


class Camera(Machine):
    """A camera that sees numbered pictures."""

    kind = "camera"

    def __init__(self, rig, name="camera", home=None, eye=None, prefix=()):
        super().__init__(rig, name, home, prefix)
        self.lens = eye or lens.Lens(f"{rig.work}/{name}.lens")
        self.killed, self.in_order = set(), set()

    def arguments(self):
        return ["--capture", "counted"]

    def launch(self, *more, env=None, **options):
        self.lens.begin(f"{self.home}/pipelines")
        super().launch(*more, env=env, **options)

    def stop(self, limit=15):
        super().stop(limit)
        self.in_order.add(self.lens.run)

    def kill(self):
        super().kill()
        self.killed.add(self.lens.run)

    def counted(self, run=None):
        """How many pictures left the camera, by the outside count."""
        return self.lens.counted(run)

    def wait_for(self, pictures, limit=20):
        """Waits until so many more pictures have left the camera."""
        aim = self.counted() + pictures
        until(lambda: self.counted() >= aim, f"the camera captures {pictures} pictures more", limit, 0.05)


class Recorder(Machine):
    """A recorder."""

    kind = "recorder"

    def pair(self, camera):
        """Lets the recorder in at a camera that runs; the code goes through pipes alone."""
        opening = subprocess.Popen(
            [*camera.prefix, LONGSHOT, "pair", "open", "--home", camera.home, "--yes", "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=self.rig.environment)
        self.rig.processes.append(opening)
        link = json.loads(opening.stdout.readline())["link"]
        joined = subprocess.run(
            [*self.prefix, LONGSHOT, "pair", "join", "--as", "recorder", "--home", self.home, "--json"], input=link.encode() + b"\n",
            env=self.rig.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        opening.stdout.read()
        if opening.wait() or joined.returncode:
            raise Wrong(f"the nodes do not pair: {joined.stderr.decode()[-200:]}")
        return self

    def recordings(self):
        """All recordings, as the program lists them."""
        return json.loads(self.say("recordings", "--json")[1])

    def frames(self, what="persisted"):
        """How many frames its recordings have."""
        return sum(one["frames"].get(what, 0) for one in self.recordings())

    def wait_for(self, frames, limit=20):
        """Waits until so many more frames are stored."""
        aim = self.frames() + frames
        until(lambda: self.frames() >= aim, f"{frames} frames more are stored", limit, 0.3)

    def begin(self, camera, *words):
        """Starts a recording: the outside count before the command, and when it returned."""
        until(lambda: camera.counted() > 0, "the camera has a picture")
        before = camera.counted()
        code, _, error = until(lambda: answered(self.say("record", "start", "--json", *words)), "a recording can be started")
        if code:
            raise Wrong(f"record start gives {code}: {error.strip()[-200:]}")
        return before, camera.counted()

    def finish(self, camera, limit=20):
        """Stops the recording, and waits until it is whole: the outside count before the command, and when it returned."""
        before = camera.counted()
        code, _, error = self.say("record", "stop")
        after = camera.counted()
        if code:
            raise Wrong(f"record stop gives {code}: {error.strip()[-200:]}")
        until(lambda: all(one["state"] == "stopped" for one in self.recordings()), "the recording is stopped", limit, 0.3)
        return before, after


def answered(outcome):
    """An outcome that is not "the camera cannot be reached yet"."""
    code, _, error = outcome
    return None if code and any(word in error for word in ("no picture", "not connected", "cannot be reached", "away")) else outcome


def say(*words):
    """One line at once, from whatever thread."""
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()
