"""A typed reading that reaches a simulated cloud, in a fresh root: the simulator, a hub, and one person's session."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import roots
import walk

CHECKS = 5
# $1 is how many tenths of a second the cloud, the hub and the delivery have. The hub is another than that of the user's walk.
SCRIPT = walk.PART + """cd ~; export XDG_STATE_HOME=~/cloud; mkdir -p ~/cloud; printf demo-token >cloud/token; chmod 600 cloud/token
/srv/validic-simulator --user demo-org:demo-user:demo-token --repeats upsert --journal cloud/journal >cloud/ready 2>&1 & cloud=$!
for look in $(seq $1); do grep -qs '"port"' cloud/ready && break; kill -0 $cloud || break; sleep 0.1; done
part cloud cat cloud/ready
port=$(sed -n 's/.*"port":\\([0-9]*\\).*/\\1/p' cloud/ready)
vitalbus up --no-table --seat room-1 --radio none --inform-url "http://127.0.0.1:$port" >cloud/up.log 2>&1 & up=$!
for look in $(seq $1); do grep -q 'works once' cloud/up.log && break; kill -0 $up || break; sleep 0.1; done
part session vitalbus session start --seat room-1 --user demo-user --organization demo-org --token-file cloud/token
part typed vitalbus record add --type biometrics --seat room-1 blood_pressure=131/83 pulse=66
for look in $(seq $1); do grep -qs '"act":"create"' cloud/journal && break; sleep 0.1; done
part journal cat cloud/journal
part log cat cloud/up.log
kill -INT $up; part ended wait $up
kill $cloud; wait $cloud
"""


class CloudWalk(walk.Parts):
    """What that walk printed, part by part."""

    def __init__(self, counts, root: roots.Root, *, simulator: Path, suite: str, seconds: int = 60) -> None:
        """The simulator is a program that runs in the root without libraries of its own."""
        shutil.copy(simulator, root.folder / "srv/validic-simulator")
        super().__init__(counts, root, suite=suite, script=SCRIPT, seconds=seconds)

    def judge(self) -> None:
        """Counts its parts."""
        self.holds("cloud", r'"port"', what="the simulated cloud starts")
        self.holds("session", "demo-user", what="a session of a person of the cloud starts")
        self.holds("typed", r"record [0-9a-f-]{36} accepted", what="a typed reading is accepted")
        made = self.made()
        good = len(made) == 1 and all(value in json.dumps(made) for value in ("131", "83", "66"))
        self.counts.check(good, f"{self.suite}: the cloud has it once, with its values: {json.dumps(made)[:400]}{'' if good else self.why()}")
        self.holds("ended", "", what="that hub ends when asked")

    def made(self) -> list[dict]:
        """What the cloud made, from its journal."""
        entries = [json.loads(line) for line in self.parts.get("journal", (0, ""))[1].splitlines() if line.startswith("{")]
        return [entry for entry in entries if entry.get("act") == "create"]

    def why(self) -> str:
        return f"; {self.parts.get('log', (0, self.said))[1].strip()[-300:]}"
