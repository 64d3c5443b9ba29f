"""Plays scenarios side by side, and says of each what was found."""
import argparse
import concurrent.futures
import os
import shutil
import sys
import tempfile
import time
import traceback

import ageing
import chaos
import damage
import disks
import links
import restarts
import restore
from rig import Rig, Skipped, Wrong, say

# The longest ones first.
SCENARIOS = [
    restarts.two_cameras, restarts.overrun_over_restarts, links.suspended_recorder, restarts.epoch_counter_back, disks.reason_slow_disk,
    disks.sessions_used_up, damage.reason_behind_last_frame, damage.damaged_jpeg, links.clip_during_backfill,
    disks.restart_on_full_disk, disks.killed_on_full_disk, restarts.stop_while_away, damage.damaged_fragment, disks.empty_epochs,
    restarts.dies_before_first_fragment, restarts.killed_at_once, damage.older_catalog, damage.unreadable_segment, links.two_recipients,
    links.event_feed_stops_the_node, restarts.camera_killed, restarts.in_order,
]


def play(scenario, name, work, keep):
    """Plays one scenario; whether it went as promised."""
    rig = Rig(work, name, keep)
    begun = time.monotonic()
    try:
        verdict, words = "ok", scenario(rig)
    except Wrong as error:
        verdict, words = "WRONG", str(error)
    except Skipped as error:
        verdict, words = "skipped", str(error)
    except Exception as error:  # A fault of the scenario must not look like a scenario that was not there.
        verdict, words = "WRONG", f"the scenario itself failed: {error!r}"
        if keep:
            traceback.print_exc()
    finally:
        rig.end()
    say(verdict, f"{name}: {words} ({time.monotonic() - begun:.0f} s)")
    if not keep:
        shutil.rmtree(rig.work, ignore_errors=True)
    return verdict


def main():
    """The command line: see scripts/test-account."""
    parser = argparse.ArgumentParser(prog="scripts/test-account")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--restore", action="store_true")
    parser.add_argument("--ageing", action="store_true")
    parser.add_argument("--seeds", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + (options.seeds or (20 if options.long else 3)))
    seconds = options.seconds or (60 if options.long else 15)
    plays = [(chaos.chaos(seed, seconds), f"chaos-{seed}") for seed in seeds]
    if options.restore:
        plays = restore.MATRIX
    elif options.ageing:
        plays = [(one, one.__name__.replace("_", "-")) for one in ageing.AGEING]
    elif not options.long:
        plays = [(one, one.__name__.replace("_", "-")) for one in SCENARIOS] + plays
    if options.names:
        unknown = set(options.names) - {name for _, name in plays}
        if unknown:
            sys.exit(f"scripts/test-account: there is no scenario {', '.join(sorted(unknown))}")
        plays = [one for one in plays if one[1] in options.names]
    work = tempfile.mkdtemp(prefix="longshot-account-")
    os.chmod(work, 0o755)
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.jobs or (6 if options.long or options.restore else 12)) as pool:
        verdicts = list(pool.map(lambda one: play(*one, work, options.keep), plays))
    if options.keep:
        say(f"everything is in {work}")
    else:
        shutil.rmtree(work, ignore_errors=True)
    wrong, skipped = verdicts.count("WRONG"), verdicts.count("skipped")
    say(f"scripts/test-account: {len(verdicts)} scenarios, {wrong} wrong, {skipped} skipped, {time.monotonic() - begun:.0f} s")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
