"""Processes of this machine from /proc: their parents, and their memory."""

from __future__ import annotations

import os
import signal
from pathlib import Path

MIB = 1024
# The permitted growth of each beyond its idle size, in MiB.
MOST_GROWTH = {"mosquitto": 160, "session-manager": 200, "health-importer": 200, "vitalbus": 160, "": 64}


def parts(pid: int) -> tuple[list[str], int] | None:
    """A process's arguments and its parent; None for one that has ended or is a zombie."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else ([word.decode(errors="replace") for word in words if word], int(fields[1]))


def every() -> dict[int, tuple[list[str], int]]:
    """All processes, each with its arguments and its parent."""
    numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return {number: found for number in numbers if (found := parts(number))}


def send(pid: int, which: signal.Signals) -> None:
    """Sends a signal to a process, if it is still there."""
    try:
        os.kill(pid, which)
    except ProcessLookupError:
        pass


def family(root: int) -> dict[int, str]:
    """A process and all its descendants, as number and name."""
    children: dict[int, list[int]] = {}
    there = every()
    for number, (_, parent) in there.items():
        children.setdefault(parent, []).append(number)
    found, left = {}, [root]
    while left:
        one = left.pop()
        left += children.get(one, [])
        if one in there and there[one][0]:
            found[one] = Path(there[one][0][0]).name
    return found


def memory(pid: int, field: str) -> int:
    """A field of /proc/PID/status in MiB; 0 for a process that has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(field + ":")), 0) // MIB


class Watch:
    """The memory of a hub's processes, from their idle state on, in MiB."""

    def __init__(self, root: int) -> None:
        self.root = root
        self.idle = {name: memory(number, "VmRSS") for number, name in family(root).items()}

    def begin(self) -> None:
        for number in family(self.root):
            try:
                # 5 resets the peak, see proc(5).
                Path(f"/proc/{number}/clear_refs").write_text("5")
            except OSError:
                continue

    def peaks(self) -> dict[str, int]:
        peaks: dict[str, int] = {}
        for number, name in family(self.root).items():
            peaks[name] = max(peaks.get(name, 0), memory(number, "VmHWM"))
        return peaks

    def bound(self, name: str) -> int:
        return self.idle.get(name, 0) + MOST_GROWTH.get(name, MOST_GROWTH[""])

    def over(self, peaks: dict[str, int]) -> list[str]:
        return [f"{name} {peak} MiB, bound {self.bound(name)}" for name, peak in peaks.items() if peak > self.bound(name)]
