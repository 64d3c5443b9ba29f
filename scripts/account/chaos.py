"""Faults in an order that follows from a seed, and an account that must be true in the end."""
import os
import random
import shutil
import subprocess
import time

import lens
from judge import Whole
from rig import Camera, Recorder, Skipped, Wrong, fill, until

# Which faults explain that frames are missing for a reason.
EXPLAINED = {
    # That a run ended in order cannot be written to a full disk.
    "camera-restarted": {"camera kill", "camera fill"},
    "spool-overrun": {"spool small"},
    "spool-failed": {"camera fill"},
    "capture-failed": {"camera fill", "camera freeze"},
    "not-encoded": {"camera freeze"},
    # The camera has forgotten what the recorder that was restored had confirmed.
    "account-lost": {"camera restore", "recorder restore", "catalog restore"},
    "lost-by-recorder": {"recorder restore", "catalog restore"},
}


class Schedule:
    """What happens when: lines of seconds, who, and what."""

    def __init__(self, seed, seconds, mounts=True, wire=True):
        dice = random.Random(seed)
        self.seed, self.seconds, self.lines = seed, seconds, []
        self.transport = dice.choice(["udp", "udp", "tcp"])
        self.small_spool = seconds > 40 and dice.random() < 0.3
        self.disks = {who: mounts and dice.random() < 0.35 for who in ("camera", "recorder")}
        # With much footage the small disks would be full by themselves.
        if self.small_spool:
            self.disks = dict.fromkeys(self.disks, False)
        restores = dice.choice([None, None, "camera", "recorder", "catalog"])
        self.nodes(dice, "camera", restores == "camera" and "camera")
        self.nodes(dice, "recorder", restores in ("recorder", "catalog") and restores)
        if wire:
            self.pairs(dice, "link", "cut", "good", 0.4, 6)
        for who, small in self.disks.items():
            if small:
                self.pairs(dice, who, "fill", "free", 2, 6)
        self.lines.sort()

    def nodes(self, dice, who, restores):
        """The life of one node."""
        at, copied = dice.uniform(2, 6), False
        while at < self.seconds:
            how = dice.choice(["kill", "kill", "stop", "freeze"])
            down = dice.uniform(0.2, 4.0)
            if self.small_spool and who == "recorder" and at < 12:
                # Longer than the spool reaches.
                how, down = "stop", dice.uniform(22, 30)
            self.lines.append((round(at, 1), who, how))
            if how != "freeze" and restores:
                self.lines.append((round(at + 0.1, 1), restores, "restore" if copied else "copy"))
                copied = not copied
                if not copied:
                    restores = None
            self.lines.append((round(at + down, 1), who, "thaw" if how == "freeze" else "start"))
            at += down + dice.uniform(2, 8)

    def pairs(self, dice, who, begin, end, shortest, longest):
        """Something that comes and goes."""
        at = dice.uniform(2, 8)
        while at < self.seconds:
            lasts = dice.uniform(shortest, longest)
            self.lines += [(round(at, 1), who, begin), (round(at + lasts, 1), who, end)]
            at += lasts + dice.uniform(4, 12)

    def faults(self):
        """The kinds of faults that it has."""
        return {f"{who} {what}" for _, who, what in self.lines} | ({"spool small"} if self.small_spool else set())

    def words(self):
        """It as a person reads it."""
        about = [f"transport {self.transport}"] + [f"small disk: {who}" for who, small in self.disks.items() if small]
        about += ["small spool"] if self.small_spool else []
        return f"{', '.join(about)}; " + ", ".join(f"{at:.1f} {who} {what}" for at, who, what in self.lines)


class Link:
    """Two network namespaces and scripts/wire between them."""

    def __init__(self, rig, seed):
        self.names = [f"la{os.getpid()}-{seed}-{side}" for side in ("hut", "attic")]
        self.rig = rig
        for name in self.names:
            if subprocess.run(["ip", "netns", "add", name], stderr=subprocess.DEVNULL, check=False).returncode:
                raise Skipped("network namespaces are not permitted")
            subprocess.run(["ip", "-n", name, "link", "set", "lo", "up"], check=True)
        script = f"{os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}/wire"
        with open(f"{rig.work}/wire.log", "wb") as log:
            self.wire = subprocess.Popen(
                [script, self.names[0], "10.78.0.1/24", self.names[1], "10.78.0.2/24", str(seed)], stdin=subprocess.PIPE, stdout=log, stderr=log)
        rig.processes.append(self.wire)
        until(lambda: subprocess.run(["ip", "-n", self.names[1], "link", "show", "wire"], capture_output=True, check=False).returncode == 0,
              "there is a wire", 10)

    def prefix(self, side):
        """What runs a command on one side."""
        return ["ip", "netns", "exec", self.names[side]]

    def order(self, words):
        """Tells the wire what to do from now on."""
        self.wire.stdin.write(words.encode() + b"\n")
        self.wire.stdin.flush()

    def end(self):
        """Takes wire and namespaces away."""
        self.wire.stdin.close()
        self.wire.wait()
        for name in self.names:
            subprocess.run(["ip", "netns", "delete", name], check=False)


class Chaos:
    """Plays one schedule, and judges what is left."""

    def __init__(self, rig, schedule, link):
        self.rig, self.schedule, self.link = rig, schedule, link
        homes = {who: f"{rig.small_disk(f'{who}.disk', 60)}/{who}" if small else None for who, small in schedule.disks.items()}
        eye = lens.Lens(f"{rig.work}/lens", pictures=int(schedule.seconds * 10 + 1500)) if not schedule.small_spool else lens.Lens(
            f"{rig.work}/lens", pictures=int(schedule.seconds * 10 + 600), noise=(320, 240), bitrate=16000)
        sides = (link.prefix(0), link.prefix(1)) if link else ((), ())
        self.camera = Camera(rig, home=homes["camera"], eye=eye, prefix=sides[0])
        self.recorder = Recorder(rig, "recorder", home=homes["recorder"], prefix=sides[1])
        if link:
            self.camera.host, self.recorder.host = "10.78.0.1", "10.78.0.2"
        self.up = {"camera": True, "recorder": True}
        self.ballast, self.copied, self.affected, self.crashes, self.frozen = {}, {}, set(), [], set()
        # Whether packets pass, for how many looks both nodes were connected since the camera's home was copied, and the runs of
        # the camera that its home forgot before the recorder met them.
        self.is_wired, self.looks, self.unseen = True, 0, set()

    @property
    def environment(self):
        """What the camera is started with."""
        return {"LONGSHOT_CAMERA_SPOOL_BYTES": "16777216", "LONGSHOT_CAMERA_SPOOL_SECONDS": "10"} if self.schedule.small_spool else {}

    def machine(self, who):
        """The node that a line of the schedule means."""
        return self.camera if who == "camera" else self.recorder

    def launch(self, who):
        """Starts a node without waiting for it: with a full disk it may not come."""
        node = self.machine(who)
        if who == "camera":
            node.launch(env=self.environment)
        else:
            node.launch("--camera", f"{self.camera.host}:{self.camera.port}")
        self.up[who] = True

    def tend(self):
        """Starts nodes again that ended by themselves, as a service manager does."""
        self.looks += all(self.up.values()) and self.is_wired and not self.frozen
        for who, up in self.up.items():
            process = self.machine(who).process
            if up and process.poll() is not None:
                self.crashes.append((who, process.returncode, self.machine(who).last_words()))
                if who == "camera":
                    self.camera.killed.add(self.camera.lens.run)
                time.sleep(0.3)
                self.launch(who)

    def act(self, who, what):
        """One line of the schedule."""
        if who == "link":
            self.link.order(what)
            self.is_wired = what != "cut"
        elif what == "fill":
            self.ballast[who] = fill(f"{self.rig.work}/{who}.disk")
        elif what == "free":
            self.free(who)
        elif what in ("copy", "restore"):
            getattr(self, what)(who)
        elif what == "start" and not self.up[who]:
            self.launch(who)
        elif what == "freeze":
            self.machine(who).freeze()
            self.frozen.add(who)
        elif what == "thaw":
            self.machine(who).thaw()
            self.frozen.discard(who)
        elif what in ("kill", "stop") and self.up[who]:
            self.up[who] = False
            getattr(self.machine(who), what)()

    def free(self, who):
        """Gives a disk its space back."""
        if who in self.ballast:
            os.remove(self.ballast.pop(who))

    def copy(self, who):
        """Takes a copy of a home, or of a catalog, of a node that is down."""
        source, target = self.place(who), f"{self.rig.work}/{who}.copy"
        shutil.copytree(source, target)
        self.copied[who] = (target, self.camera.lens.run)
        self.looks = 0

    def restore(self, who):
        """Puts the copy back."""
        if who not in self.copied:
            return
        target, run = self.copied[who]
        place = self.place(who)
        if who == "catalog":
            for name in os.listdir(place):
                if name.startswith("catalog.sqlite"):
                    os.remove(f"{place}/{name}")
            for name in os.listdir(target):
                if name.startswith("catalog.sqlite"):
                    shutil.copy(f"{target}/{name}", place)
            self.affected |= set(range(run + 1, self.camera.lens.run + 1))
            return
        shutil.rmtree(place)
        shutil.copytree(target, place)
        forgotten = set(range(run + 1, self.camera.lens.run + 1))
        self.affected |= forgotten
        # 3 s of 50 ms each: less may not have been enough to connect.
        if who == "camera" and self.looks < 60:
            self.unseen |= forgotten

    def place(self, who):
        """What a copy is made of."""
        return f"{self.recorder.home}/archive" if who == "catalog" else self.machine(who).home

    def play(self):
        """All of it, until the recorder has caught up and the recording is stopped."""
        self.camera.start(env=self.environment)
        self.recorder.pair(self.camera).start("--camera", f"{self.camera.host}:{self.camera.port}")
        self.begun = self.recorder.begin(self.camera, "--transport", self.schedule.transport)
        begin = time.monotonic()
        for at, who, what in self.schedule.lines:
            while time.monotonic() - begin < at:
                self.tend()
                time.sleep(0.05)
            self.act(who, what)
        self.heal()
        before = self.recorder.frames()
        until(lambda: self.recorder.frames() >= before + 20, "recording goes on after all faults", 40, 0.4)
        self.recorder.finish(self.camera, limit=60)

    def heal(self):
        """Nothing fails any more, and whoever ends is started again."""
        if self.link:
            self.link.order("good")
        for who in list(self.ballast):
            self.free(who)
        for who, up in self.up.items():
            if who in self.frozen:
                self.machine(who).thaw()
            if not up:
                self.launch(who)
        for _ in range(20):
            self.tend()
            time.sleep(0.1)

    def judge(self):
        """The account against the outside count."""
        problems = [f"the {who} died by signal {-code}: {words}" for who, code, words in self.crashes if code < 0]
        problems += [f"the {who} ended with {code}: {words}" for who, code, words in self.crashes if code >= 0 and not self.schedule.disks[who]]
        whole = Whole(self.recorder, self.camera, self.begun, ordered=not self.affected)
        problems += whole.problems
        # What a camera's card had, and a restored home knows nothing of: nobody can say how much that was.
        restored = sum(whole.missing[run] for run in self.affected | {min(self.affected) - 1}) if self.affected else 0
        # Nobody can know at all of what nobody else has met.
        unseen = sum(whole.missing[run] for run in self.unseen)
        problems += whole.unsaid(restored if "account-lost" in whole.reasons else unseen)
        faults = self.schedule.faults()
        problems += [f"no fault explains the reason {reason}" for reason in sorted(whole.reasons) if not EXPLAINED.get(reason, set()) & faults]
        wanted = whole.codes()
        if not whole.missed and self.camera.killed:
            wanted = {0, 3}
        if self.affected or {"recorder restore", "catalog restore"} & faults:
            wanted |= {3}
        problems += whole.wrong_code(wanted)
        figures = f"{whole.figures()}; {self.camera.lens.run + 1} runs, {len(self.camera.killed)} killed"
        if problems:
            raise Wrong(f"{'; '.join(problems)} [{figures}] seed {self.schedule.seed}: {self.schedule.words()}")
        return figures


def may_mount():
    """Whether this process may mount file systems and make network namespaces."""
    return os.geteuid() == 0 and os.path.exists("/dev/net/tun")


def chaos(seed, seconds):
    """A scenario of one seed."""
    def scenario(rig):
        permitted = may_mount()
        schedule = Schedule(seed, seconds, mounts=permitted, wire=permitted)
        link = Link(rig, seed) if permitted else None
        try:
            one = Chaos(rig, schedule, link)
            try:
                one.play()
            except Wrong as error:
                raise Wrong(f"{error} seed {seed}: {schedule.words()}") from None
            return one.judge()
        finally:
            rig.end()
            if link:
                link.end()
    return scenario
