"""How much memory each process of a hub has, and had at most."""

import os
from pathlib import Path

MIB = 1024
# How far each may grow beyond what it has when nothing happens, in MiB.
MOST_GROWTH = {"mosquitto": 160, "session-manager": 200, "health-importer": 200, "vitalbus": 160, "": 64}


def family(root):
    """All processes below one, as number and name."""
    parents = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                parents.setdefault(int(Path(entry.path, "stat").read_text().rpartition(")")[2].split()[1]), []).append(int(entry.name))
            except (OSError, IndexError):
                continue
    found, open_ones = {}, [root]
    while open_ones:
        one = open_ones.pop()
        open_ones += parents.get(one, [])
        try:
            found[one] = Path(Path(f"/proc/{one}/cmdline").read_bytes().split(b"\0")[0].decode()).name
        except OSError:
            continue
    return found


def status(number, field):
    try:
        lines = Path(f"/proc/{number}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(field + ":")), 0) // MIB


class Watch:
    """The memory of a hub's processes from their idle state on, in MiB."""

    def __init__(self, root):
        self.root = root
        self.idle = {name: status(number, "VmRSS") for number, name in family(root).items()}

    def begin(self):
        for number in family(self.root):
            try:
                # 5 resets the peak, see proc(5).
                Path(f"/proc/{number}/clear_refs").write_text("5")
            except OSError:
                continue

    def peaks(self):
        peaks = {}
        for number, name in family(self.root).items():
            peaks[name] = max(peaks.get(name, 0), status(number, "VmHWM"))
        return peaks

    def bound(self, name):
        return self.idle.get(name, 0) + MOST_GROWTH.get(name, MOST_GROWTH[""])

    def over(self, peaks):
        return [f"{name} {peak} MiB, bound {self.bound(name)}" for name, peak in peaks.items() if peak > self.bound(name)]
