"""A new user's walk in a fresh root: a hub, a typed reading that is stored, and photos that are read."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import roots

PHOTOS = Path(__file__).resolve().parents[2] / "Tests/Displays/Fixtures/PhotoReading"
# The values of the same photo on any machine.
READ = {"sys": 145, "dia": 67, "pul": 94}
CHECKS = 10
# $1 is how many tenths of a second the hub has to start, and to store the reading.
PART = 'part() { echo "== $1"; shift; "$@" 2>&1; echo "== status $?"; }\n'
SCRIPT = PART + """cd ~
vitalbus up --no-table --seat room-1 --radio none >up.log 2>&1 & up=$!
for look in $(seq $1); do grep -q 'works once' up.log && break; kill -0 $up || break; sleep 0.1; done
part page cat up.log
part session vitalbus session start --seat room-1
part typed vitalbus record add --type biometrics --seat room-1 blood_pressure=128/81 pulse=64
for look in $(seq $1); do grep -qs 128 ~/.local/state/vitalbus/records/* && break; sleep 0.1; done
part list vitalbus record list --seat room-1
@MORE@
part doctor vitalbus doctor
part png vitalbus ocr /srv/drawn-7.png
part heic vitalbus ocr /srv/drawn-7.heic
kill -INT $up; part ended wait $up
part kept sh -c 'cat ~/.local/state/vitalbus/records/*'
"""


class Parts:
    """What a script printed, part by part."""

    def __init__(self, counts, root: roots.Root, *, suite: str, script: str, seconds: int) -> None:
        """Runs it as the user ada, who exists; a start may take so many seconds."""
        self.counts, self.suite = counts, suite
        (root.folder / "srv/walk.sh").write_text(script)
        _, self.said = root.run(f"su - ada -c 'bash /srv/walk.sh {seconds * 10}'", is_alone=True, seconds=seconds * 5)
        found = re.findall(r"^== (\w+)\n(.*?)^== status (\d+)$", self.said, re.M | re.S)
        self.parts = {name: (int(status), text) for name, text, status in found}

    def holds(self, name: str, pattern: str, *, what: str) -> None:
        """Counts whether a part ended well and printed what a pattern says."""
        status, text = self.parts.get(name, (-1, self.said))
        good = status == 0 and re.search(pattern, text) is not None
        what = f"{self.suite}: {what}"
        self.counts.check(good, what if good else f"{what}: status {status}, {text.strip()[-300:]}")


class Walk(Parts):
    """The walk that each root has."""

    def __init__(self, counts, root: roots.Root, *, suite: str, more: str = "", seconds: int = 60) -> None:
        """`more` are further parts."""
        for photo in ("drawn-7.png", "drawn-7.heic"):
            shutil.copy(PHOTOS / photo, root.folder / "srv")
        super().__init__(counts, root, suite=suite, script=SCRIPT.replace("@MORE@\n", more), seconds=seconds)

    def judge(self) -> None:
        """Counts the parts that each walk has."""
        self.holds("page", r"http://127\.0\.0\.1:\d+/enter\?key=", what="vitalbus up names its page")
        self.holds("page", r"no configuration: /etc/vitalbus/vitalbus\.yaml is for the hub in", what="it leaves the machine's file to the machine's hub")
        self.holds("session", r"user local-room-1", what="a session starts")
        self.holds("typed", r"record [0-9a-f-]{36} accepted", what="a typed reading is accepted")
        self.holds("list", r"128/81 mmHg, pulse 64", what="the list shows it")
        self.holds("doctor", r"it works", what="the doctor finds no fault")
        for kind in ("png", "heic"):
            read = self.photo(kind).get("measurements")
            self.counts.check(read == READ, f"{self.suite}: a photo ({kind}) is read: {read}")
        self.holds("ended", "", what="it ends when asked")
        self.holds("kept", r'"value":128\b', what="the reading is in a file of records")

    def photo(self, kind: str) -> dict:
        """All that was printed of a photo; empty if nothing was."""
        return answer(self.parts.get(kind, (0, ""))[1])


def answer(said: str) -> dict:
    """The line of JSON in what `vitalbus ocr` printed."""
    return json.loads(next((line for line in said.splitlines() if line.startswith("{")), "{}"))
