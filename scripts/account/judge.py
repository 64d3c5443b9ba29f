"""The account of a recording, judged from outside: what the archive has, and what it says is missing, against the outside count."""
import json

from boxes import Footage
from rig import Wrong

# A recording begins and ends with a fragment, which has up to a second of pictures.
SLACK = 25
# What a killed camera may have had in hand: a fragment in progress, and those that waited for its disk.
MOST_IN_HAND = 100


def verified(recorder, fast=False):
    """Exit code and verdicts of `longshot verify`."""
    code, text, error = recorder.rig.run("verify", recorder.home, "--json", *(["--fast"] if fast else []), limit=60)
    try:
        return code, json.loads(text)
    except ValueError:
        raise Wrong(f"verify gives {code} and no JSON: {error.strip()[-200:]}") from None


class Account:
    """One recording (or the last of several) against the outside count."""

    def __init__(self, recorder, camera, which=-1, decoded=True):
        self.camera = camera
        self.code, verdicts = verified(recorder, fast=not decoded)
        if not verdicts:
            raise Wrong("there is no recording")
        verdicts.sort(key=lambda one: one["recording"]["id"])
        self.verdict = verdicts[which]
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
        allowed = self.bound if killed or "account-lost" in self.reasons() else 0
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
