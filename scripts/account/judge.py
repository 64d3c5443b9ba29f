"""The account of a recording, judged from outside: what the archive has, and what it says is missing, against the outside count."""
import json

from boxes import Footage
from rig import Wrong

# A recording begins and ends with a fragment, which has up to a second of pictures.
SLACK = 25
# What a killed camera may have had in hand: a fragment in progress, and those that waited for its disk.
MOST_IN_HAND = 100


def verified(recorder, fast=False, name=None):
    """Exit code and verdicts of `longshot verify`, for all recordings or for one."""
    what = [name, "--home", recorder.home] if name else [recorder.home]
    code, text, error = recorder.rig.run("verify", *what, "--json", *(["--fast"] if fast else []), limit=60)
    try:
        return code, json.loads(text)
    except ValueError:
        raise Wrong(f"verify gives {code} and no JSON: {error.strip()[-200:]}") from None


class Account:
    """One recording, by its name or the last of all, against the outside count."""

    def __init__(self, recorder, camera, name=None):
        self.camera = camera
        self.code, verdicts = verified(recorder, name=name)
        if not verdicts:
            raise Wrong("there is no recording")
        verdicts.sort(key=lambda one: one["recording"]["id"])
        self.verdict = verdicts[-1]
        self.recording = self.verdict["recording"]
        self.gaps = self.recording["gaps"]
        self.footage = Footage(self.recording["segments"])
        self.runs = self.footage.numbers()
        self.problems = list(self.footage.problems)
        if self.recording["frames"]["persisted"] != self.footage.stored:
            self.problems.append(f"{self.recording['frames']['persisted']} frames are said to be stored, the files have {self.footage.stored}")

    @property
    def lost(self):
        """Frames of gaps with known numbers."""
        return sum(gap["frames"] for gap in self.gaps)

    @property
    def bound(self):
        """How many frames the gaps of unknown size may have at the most."""
        return sum(gap.get("atMost") or 0 for gap in self.gaps)

    def reasons(self):
        """The reasons of gaps in which frames are missing, or may be."""
        return {gap["reason"] for gap in self.gaps if gap["frames"] or gap.get("atMost") or gap["reason"] in ("account-lost", "lost-by-recorder")}

    def expect(self, condition, problem):
        """Notes a problem where a condition does not hold."""
        if not condition:
            self.problems.append(problem)

    def judge(self, begun=None, first=None, last=None, reasons=(), code=None, ordered=True, loops=False):
        """Compares all of it.

        begun: the outside count before the recording's start and behind it, in the run `first`.
        last: the run in which the recording was stopped while the camera ran on; None when it ended with the camera's last run.
        reasons: those that frames may be missing for.
        code: the exit code, if it does not follow from what is missing.
        """
        stored = self.footage.stored
        if not stored:
            raise Wrong(f"nothing is stored; verify gives {self.code}")
        runs = sorted(self.runs)
        first = runs[0] if first is None else first
        count = {run: self.camera.counted(run) for run in range(first, self.camera.lens.run + 1)}
        end = self.camera.lens.run if last is None else last
        total = sum(count[run] for run in range(first, end + 1))
        tail = 0
        if last is not None and self.runs.get(last) and not loops:
            tail = count[last] - 1 - max(self.runs[last])
        if ordered and not loops:
            disorder = self.footage.disorder()
            self.expect(not disorder, disorder)
        killed = sorted(run for run in self.camera.killed if first <= run <= end)
        # Where the recording begins if all is accounted for that was captured behind it.
        implied = total - tail - stored - self.lost
        head = min(self.runs[first]) if self.runs.get(first) and not loops else None
        unsaid = 0
        if head is not None and implied > head:
            unsaid = implied - head
        elif begun and implied > begun[1] + SLACK:
            unsaid = implied - begun[1]
        allowed = self.bound if killed or {"camera-restarted", "account-lost"} & set(reasons) else 0
        self.expect(unsaid <= allowed,
                    f"{unsaid} of {total - tail - (head or 0)} frames are neither in the archive nor in a gap"
                    + (f" (at most {allowed} may be)" if allowed else ""))
        if begun:
            self.expect(implied >= begun[0] - SLACK, f"{begun[0] - implied} frames more are accounted for than there were")
            self.expect(head is None or head <= begun[1] + SLACK or self.lost, f"the recording begins {(head or 0) - begun[1]} frames late")
        if killed:
            self.expect(self.bound <= MOST_IN_HAND * len(killed), f"gaps have at most {self.bound} frames for {len(killed)} kills")
        surplus = self.reasons() - set(reasons) - ({"camera-restarted"} if killed else set())
        self.expect(not surplus, f"frames are missing for {', '.join(sorted(surplus))}")
        missing = self.lost > 0 or unsaid > 0 or bool(self.reasons())
        wanted = code if code is not None else ({3} if missing or killed else {0})
        wanted = {wanted} if isinstance(wanted, int) else wanted
        self.expect(self.code in wanted, f"verify gives {self.code} and not {' or '.join(map(str, sorted(wanted)))}"
                    + (f" ({'; '.join(self.verdict['findings'][:2])})" if self.verdict["findings"] else ""))
        return self

    def figures(self):
        """What was found, in a few words."""
        by_reason = {}
        for gap in self.gaps:
            if gap["frames"] or gap.get("atMost"):
                known = by_reason.setdefault(gap["reason"], [0, 0])
                known[0] += gap["frames"]
                known[1] += gap.get("atMost") or 0
        words = [f"{known} {reason}" + (f" (at most {most})" if most else "") for reason, (known, most) in by_reason.items()]
        return ", ".join([f"{self.footage.stored} stored", *words, f"verify {self.code}"])

    def done(self):
        """The figures; raises with all problems."""
        if self.problems:
            raise Wrong("; ".join(self.problems) + f" [{self.figures()}]")
        return self.figures()


class Whole:
    """All recordings of a recorder together against the outside count: what a home that was put back may have."""

    def __init__(self, recorder, camera, begun, ordered=True):
        self.camera, self.problems = camera, []
        self.code, self.verdicts = verified(recorder)
        self.gaps = [gap for one in self.verdicts for gap in one["recording"]["gaps"]]
        stored = {}
        doubled = 0
        for one in self.verdicts:
            footage = Footage(one["recording"]["segments"])
            self.problems += footage.problems
            said = one["recording"]["frames"]["persisted"]
            if said != footage.stored:
                self.problems.append(f"{said} frames are said to be stored, the files have {footage.stored}")
            disorder = footage.disorder()
            if disorder and ordered:
                self.problems.append(disorder)
            for run, numbers in footage.numbers().items():
                here = stored.setdefault(run, set())
                doubled += len(here & set(numbers))
                here |= set(numbers)
        if doubled:
            self.problems.append(f"{doubled} pictures are stored in two recordings")
        if not stored:
            raise Wrong(f"nothing is stored; verify gives {self.code}")
        last = camera.lens.run
        head = min(stored[0]) if 0 in stored else begun[1]
        self.stored = sum(map(len, stored.values()))
        self.missing = {run: camera.counted(run) - len(stored.get(run, ())) for run in range(last + 1)}
        self.missing[0] -= head
        if last in stored:
            self.missing[last] -= camera.counted(last) - 1 - max(stored[last])
        self.missed = sum(self.missing.values())
        # Frames in front of the first one that is stored may be in gaps too.
        self.before = max(0, head - begun[0])
        self.lost = sum(gap["frames"] for gap in self.gaps)
        self.bound = sum(gap.get("atMost") or 0 for gap in self.gaps)
        self.reasons = {gap["reason"] for gap in self.gaps
                        if gap["frames"] or gap.get("atMost") or gap["reason"] in ("account-lost", "lost-by-recorder")}
        if head > begun[1] + SLACK and not self.reasons:
            self.problems.append(f"the recording begins {head - begun[1]} frames late")
        if self.bound > MOST_IN_HAND * (last + 1):
            self.problems.append(f"gaps have at most {self.bound} frames for {last + 1} runs")

    def unsaid(self, unknown):
        """A sentence if gaps and missing frames do not agree; so many may be missing without a number."""
        if self.lost <= self.missed + self.before and self.missed - self.lost <= self.bound + unknown:
            return []
        runs = ", ".join(f"{run}: {missing}" for run, missing in self.missing.items() if missing)
        return [f"{self.missed} frames are missing, the gaps have {self.lost} and at most {self.bound} more (by run: {runs})"]

    def codes(self):
        """What `verify` may give."""
        return {3} if self.missed > 0 or self.lost or self.bound else {0}

    def wrong_code(self, wanted):
        """A sentence if `verify` gave something else."""
        if self.code in wanted:
            return []
        findings = "; ".join([finding for one in self.verdicts for finding in one["findings"]][:2])
        return [f"verify gives {self.code} and not {' or '.join(map(str, sorted(wanted)))}" + (f" ({findings})" if findings else "")]

    def figures(self):
        """What was found, in a few words."""
        return (f"{self.stored} stored in {len(self.verdicts)} recordings, {self.missed} missing: {self.lost} in gaps, at most {self.bound} more;"
                f" {', '.join(sorted(self.reasons)) or 'no reason'}; verify {self.code}")
