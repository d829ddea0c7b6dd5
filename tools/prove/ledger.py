"""One definition of stored records and their fates; every scenario counts with these words.

*committed*    a record whose command, or whose outbox, said that it is kept
*delivered*    it is at a far end: under its log id, on its person, with one of the values that it may have
*lost*         committed, and neither delivered nor shown as waiting nor as held
*stuck*        committed, and after all is healed and patience is over still waiting
*doubled*      a log id that a far end made more than once, and a value that is in more than one of its records
*misbooked*    a value at another person than the one who had the seat
*shown wrong*  a value that the hub shows to a person who is not its own
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


def key(metric: str, value: Any) -> str:
    """A value's name: no scenario types a value twice."""
    return f"{metric}={float(value):.4f}"


def keys(thing: Any) -> set[str]:
    """Every value anywhere in a JSON document, by metric."""
    if isinstance(thing, list):
        return set().union(*map(keys, thing))
    if not isinstance(thing, dict):
        return set()
    found = set().union(*map(keys, thing.values()))
    metric = thing.get("metric", thing.get("type"))
    if isinstance(metric, str) and isinstance(thing.get("value"), (int, float)):
        found.add(key(metric, thing["value"]))
    return found


@dataclass(eq=False)
class Record:
    """A record that a command reported as stored: its user, and the values of which a far end must have one."""

    user: str
    seat: str
    log_id: str
    newest: str
    strike: str = ""
    values: set[str] = field(default_factory=set)
    begun: float = 0
    taken: float = 0

    def __post_init__(self) -> None:
        self.name = self.newest  # what it is known by in a history
        self.values |= {self.newest}

    def __str__(self) -> str:
        return f"{sorted(self.values)} of {self.user} at {self.seat}, {self.log_id}, added in {self.strike}"


class FarEnd:
    """The records that one far end has made, and its present ones, under its own names."""

    # Others find a record by its values.
    knows_log_ids = True

    def __init__(self, owners: dict[str, str], *, is_alone: bool = True) -> None:
        self.owners = owners
        # Only typed values may arrive: one without an owner is misbooked.
        self.is_alone = is_alone
        self.live: dict[str, tuple[str, str, set[str]]] = {}
        self.made: Counter[str] = Counter()
        self.makers: defaultdict[str, set[str]] = defaultdict(set)
        self.names: defaultdict[str, set[str]] = defaultdict(set)
        self.wrong: dict[str, str] = {}

    def take(self, name: str, *, user: str, log_id: str, values: set[str], is_new: bool) -> None:
        """Notes a record that was made or changed."""
        self.live[name] = user, log_id, values
        self.names[log_id].add(name)
        if is_new:
            self.made[log_id] += 1
        for value in values:
            self.makers[value].add(name)
            if (owner := self.owners.get(value)) != user and (owner or self.is_alone):
                self.wrong[value] = f"{value} of {owner} is at {user}"

    def has(self, record: Record) -> bool:
        """Whether a record is delivered."""
        by_values = [self.makers[value] for value in record.values if value in self.makers]
        names = self.names.get(record.log_id, set()) if self.knows_log_ids and record.log_id else set().union(*by_values)
        here = [self.live[name] for name in names if name in self.live]
        return any(user == record.user and values & record.values for user, _, values in here)

    def doubled(self) -> list[str]:
        twice = [one for one, count in self.made.items() if count > 1]
        return sorted(twice + [value for value, names in self.makers.items() if len(names) > 1])

    def misbooked(self) -> list[str]:
        return sorted(self.wrong.values())


class CloudJournal(FarEnd):
    """The contents of the simulated cloud, from its journal, which is read continuously."""

    def __init__(self, path: Path, owners: dict[str, str], *, is_alone: bool = True) -> None:
        super().__init__(owners, is_alone=is_alone)
        self.path, self.offset = path, 0

    def read(self) -> CloudJournal:
        """Reads the new lines; one without an end is still being written."""
        if self.path.exists():
            with open(self.path, "rb") as lines:
                lines.seek(self.offset)
                for line in lines:
                    if not line.endswith(b"\n"):
                        break
                    self.offset += len(line)
                    self.note(json.loads(line))
        return self

    def note(self, entry: dict[str, Any]) -> None:
        record = entry["record"]
        if entry["act"] == "delete":
            self.live.pop(record["id"], None)
        elif record.get("type") != "media":
            values, is_new = values_of(record), entry["act"] == "create"
            self.take(record["id"], user=record["user"], log_id=record["logID"], values=values, is_new=is_new)


def values_of(record: dict[str, Any]) -> set[str]:
    """The values of a record in the cloud; the legacy API has a separate name for the weight."""
    content = record["content"]
    if record.get("api") == "legacy":
        return {key("body_weight", content["weight"])} if "weight" in content else set()
    return keys(content)


class Ledger:
    """The records that one hub has stored, and those that its cloud has."""

    def __init__(self, journal: Path, *, is_alone: bool = True) -> None:
        self.owners: dict[str, str] = {}  # of each value that was typed, also of those whose command failed
        self.records: list[Record] = []
        self.pending: list[Record] = []
        self.held: dict[str, str] = {}  # values that the hub said it holds, with the strike
        self.cloud = CloudJournal(journal, self.owners, is_alone=is_alone)

    @property
    def committed(self) -> int:
        return len(self.records)

    def commit(self, record: Record) -> Record:
        self.records.append(record)
        self.pending.append(record)
        return record

    def settle(self) -> list[Record]:
        """The undelivered records; the others are removed."""
        self.cloud.read()
        self.pending = [one for one in self.pending if not self.cloud.has(one)]
        return self.pending

    def change(self, record: Record, value: str) -> None:
        """Notes that a record's new value is stored, and that only this one counts from now on."""
        record.values, record.newest = {value}, value
        if record not in self.pending:
            self.pending.append(record)

    def unheld(self, shown: set[str]) -> dict[str, str]:
        """Values that were reported as held, and are neither shown as held nor delivered."""
        makers = self.cloud.read().makers
        return {value: strike for value, strike in self.held.items() if value not in shown and value not in makers}

    def shown_wrong(self, user: str, shown: Iterable[str]) -> list[str]:
        """The values that a person is shown and others typed."""
        strangers = [(one, self.owners[one]) for one in shown if self.owners.get(one, user) != user]
        return [f"{value} of {owner} is shown to {user}" for value, owner in sorted(strangers)]

    def doubled(self) -> list[str]:
        return self.cloud.read().doubled()

    def misbooked(self) -> list[str]:
        return self.cloud.read().misbooked()
