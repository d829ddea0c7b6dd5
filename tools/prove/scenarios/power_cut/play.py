"""Cuts the power at steps of a hub's life, and sees that the hub comes back by itself with everything it had accepted.

A life is recorded under `strace`: first start, sessions, typed records, what is read by itself, a second start and an erased
seat. `disk_model.py` replays what it wrote and says after each call what a disk may hold. Three kinds of disk: `strict` has only
what was flushed, `names` has all names and of files only what was flushed (so new ones are empty), `torn` has all names and half of
what was not flushed. Each damage is one case, whichever steps lead to it; a fixed spread of the cases is started again. Nothing
accepted may be missing afterwards, and nothing may be at the cloud twice, nor in the files that its records go to as well.

The last line counts; the exit code is 1 if a hub does not come back in time, or has lost something.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, namedtuple
from pathlib import Path

from prove import people
from prove.ledger import key
from prove.place import end_of, place
from prove.scenarios.power_cut.disk_model import MODES, Disk, lay
from prove.scenarios.power_cut.lives import FIRST_NEW, CutHub, Life
from prove.waiting import soon

# Process ids in the names of drafts, and the numbers of workers, because such files are of one kind.
ANY_NUMBER = re.compile(r"(?<=\.)\d+(?=\.new)|(?<=\.[uo])\d+|(?<=nosync)[\w.]+")
Case = namedtuple("Case", "mode step call path damage image promises")


def is_told(path):
    """Whether a hub's start depends on a path; logs, and write-ahead logs' indexes, which SQLite rebuilds, do not
    count."""
    return not (path.name.endswith("-shm") or path.suffix in (".log", ".sock") or "log" in path.parts)


def cases(hub, life):
    """Each different damage that a cut at some step leaves; and the disk at the end."""
    disk, place, seen, found = Disk(hub.disk), [0], set(), []

    def lines():
        with open(hub.log) as log:
            for line in log:
                place[0] += len(line)
                yield line

    for step, (call, path) in enumerate(disk.replay(lines())):
        if not is_told(Path(path)):
            continue
        for mode in MODES:
            damage = disk.damage(mode, is_told)
            promises = [one for one in life.promises if one[0] <= place[0]]
            kind = mode, frozenset((ANY_NUMBER.sub("", one), what) for one, what in damage), len(promises)
            if kind in seen:
                continue
            seen.add(kind)
            found.append(Case(mode, step, call, os.path.relpath(path, hub.state), damage, disk.image(mode), promises))
    return disk, found


def spread(found, count):
    """A fixed choice: the first and the last case, and as many between them, of each mode in turn."""
    chosen: list[int] = []
    each = max(1, count // len(MODES))
    for shift, mode in enumerate(MODES):
        of_mode = [number for number, case in enumerate(found) if case.mode == mode]
        stride = len(of_mode) / each
        chosen += {of_mode[min(len(of_mode) - 1, int((part + shift / len(MODES)) * stride))] for part in range(each)}
    return sorted(chosen)


def look(hub, case, *, number):
    """Starts the hub on a case's disk; returns the failures."""
    lay(case.image, hub.disk)
    serves, seconds = hub.begin()
    if not serves:
        told = hub.output.read_text()[-700:]
        return [f"does not serve after {seconds:.0f} s (exit {hub.up.poll()}): {told}"], seconds
    promised = [(what, value) for _, what, value in case.promises]
    wrong = []
    if ("session", "bed-a") in promised:
        if not session(hub):
            wrong.append("the session is lost")
    elif not session(hub) and not people.admit(hub, "demo", seat="bed-a"):
        wrong.append("no session can be started")
    lost = {value for what, value in promised if what == "record"} - hub.records()
    if lost:
        wrong.append(f"accepted records are lost: {sorted(lost)}")
    if ("passive", "1000") in promised and not soon(lambda: "1000" in (hub.answer("passive", "show", "--json") or ""), seconds=30):
        wrong.append("what is read by itself is forgotten")
    if ("erased", "bed-b") in promised and hub.records("bed-b"):
        wrong.append("erased records are back")
    pulse, before = FIRST_NEW + number % 80, len(hub.delivered())
    if not hub.run("record", "add", "--seat", "bed-a", "--type", "biometrics", f"pulse={pulse}"):
        wrong.append("a new record is refused")
    elif not soon(lambda: key("pulse", pulse) in hub.came(before)):
        wrong.append("a new record did not come to the cloud")
    expected = {value for what, value in promised if what == "record"} | {pulse}
    if ("session", "bed-a") in promised and hub.files.exists() and not soon(lambda: expected <= written(hub)):
        wrong.append(f"records did not come to the files: {sorted(expected - written(hub))}")
    twice = [name for name, count in Counter((line["logID"], line["revision"]) for line in hub.lines()).items() if count > 1]
    if twice:
        wrong.append(f"in the files twice: {twice}")
    if hub.came(before).count(key("pulse", pulse)) > 1 or hub.doubled():
        wrong.append(f"at the cloud twice: {hub.doubled() or pulse}")
    return wrong, seconds


def session(hub):
    return bool(people.session(hub, "bed-a"))


def written(hub):
    """The pulses in files."""
    return {float(one["value"]) for line in hub.lines() for one in line.get("record", {}).get("measurements", [])}


def skipped():
    """The reason why this machine cannot record, or None."""
    if shutil.which("strace") is None:
        return "strace is not installed"
    tried = subprocess.run(["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "true"], capture_output=True, text=True)
    return None if tried.returncode == 0 else f"this machine lets no process be traced: {tried.stderr.strip()[-120:]}"


def play_life(options, *, folder, count):
    """A life with its cases: the numbers of passed, failed and all cases, and the slowest start."""
    with CutHub(folder) as hub:
        life = Life(hub)
        life.live()
        disk, found = cases(hub, life)
        wrong = disk.differences(is_told)
        if wrong:
            print(f"power-cut: the replayed disk is not the real one: {', '.join(wrong[:12])}")
            return 0, 1, len(found), 0
        numbers = [options.only] if options.only is not None else spread(found, count)
        print(f"{len(found)} cases in {hub.log.stat().st_size >> 20} MiB of calls, {len(numbers)} are started", flush=True)
        passed, failed, slowest = 0, 0, 0
        for number in numbers:
            if time.monotonic() > options.end:
                break
            case = found[number]
            faults, seconds = look(hub, case, number=number)
            hub.end()
            slowest = max(slowest, seconds)
            passed, failed = passed + (not faults), failed + bool(faults)
            print(
                f"{'ok  ' if not faults else 'NOT SO'} {number}: {case.mode}, after {case.call} of {case.path}, "
                f"{len(case.damage)} damaged, served in {seconds:.1f} s",
                flush=True,
            )
            for fault in faults:
                print(f"  {fault}")
            if faults:
                print("  " + "; ".join(f"{path}: {what}" for path, what in sorted(case.damage))[:1500], flush=True)
        return passed, failed, len(found), slowest


def add_options(parser):
    parser.add_argument("--quick", action="store_true", help="six cases")
    parser.add_argument("--cases", "--strikes", type=int, default=60, help="how many cases are started (60)")
    parser.add_argument("--minutes", type=float, help="start no further case after so many minutes")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one case, by the number that a run printed")


def play(options):
    if reason := skipped():
        print(f"power-cut: 0 passed, 0 failed, 1 skipped: {reason}")
        return True
    # A run that is ended by a signal still ends the processes that it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options.end = end_of(options.minutes)
    with place("cut", keeps=options.keep) as here:
        count = 6 if options.quick else max(len(MODES), options.cases)
        passed, failed, found, slowest = play_life(options, folder=here.path, count=count)
        print(f"power-cut: {passed} passed, {failed} failed of {found} cases; the slowest served after {slowest:.1f} s")
        here.is_well = not failed
        return here.is_well
