"""Counts at the far end: what people were told is kept, against what the cloud's journal says that it took."""

import json
from collections import Counter, defaultdict


def key(metric, value):
    return f"{metric}={float(value):.4f}"


def keys(thing):
    """Every value somewhere in a JSON thing, by metric."""
    if isinstance(thing, list):
        return set().union(*map(keys, thing))
    if not isinstance(thing, dict):
        return set()
    found = set().union(*map(keys, thing.values()))
    metric = thing.get("metric", thing.get("type"))
    if isinstance(metric, str) and isinstance(thing.get("value"), (int, float)):
        found.add(key(metric, thing["value"]))
    return found


class Record:
    """A record that a command said is kept: whose, and the values of which the cloud must have one."""

    def __init__(self, user, seat, log_id, value, strike):
        self.user, self.seat, self.log_id, self.values, self.strike = user, seat, log_id, {value}, strike
        self.newest = value

    def __str__(self):
        return f"{sorted(self.values)} of {self.user} at {self.seat}, {self.log_id}, added in {self.strike}"


class Books:
    """One hub's records and its cloud's journal, which is read on and on."""

    def __init__(self, path):
        self.path, self.offset = path, 0
        self.owners, self.committed, self.pending = {}, 0, []
        self.live, self.made, self.found_at = {}, Counter(), defaultdict(set)
        self.held = {}  # values that the hub said it holds, with the strike
        self.makers, self.ids_of_log, self.wrong = defaultdict(set), defaultdict(set), {}

    def commit(self, record):
        self.committed += 1
        self.pending.append(record)

    def read(self):
        """Takes in what is new in the journal; a line without an end is not written yet."""
        if not self.path.exists():
            return
        with open(self.path, "rb") as lines:
            lines.seek(self.offset)
            for line in lines:
                if not line.endswith(b"\n"):
                    break
                self.offset += len(line)
                self.take(json.loads(line))

    def take(self, entry):
        record, act = entry["record"], entry["act"]
        name = record["id"]
        if act == "delete":
            self.live.pop(name, None)
            return
        values = keys(record["content"])
        self.live[name] = record["user"], record["logID"], values
        self.ids_of_log[record["logID"]].add(name)
        for value in values:
            self.makers[value].add(name)
            if self.owners.get(value) != record["user"]:
                self.wrong[value] = f"{value} of {self.owners.get(value)} is at {record['user']}"
        if act == "create":
            self.made[record["logID"]] += 1

    def settle(self):
        """The records that are not at the cloud yet; the others are done with."""
        self.read()
        here = lambda one: any(  # noqa: E731
            self.live.get(name, (None,))[0] == one.user and self.live[name][2] & one.values for name in self.ids_of_log[one.log_id]
        )
        self.pending = [one for one in self.pending if not here(one)]
        return self.pending

    def unheld(self, shown):
        """What was said to be held, and is neither shown as such nor at the cloud."""
        self.read()
        return {value: strike for value, strike in self.held.items() if value not in shown and value not in self.makers}

    def doubled(self):
        """Log ids that were made more than once, and values that are in more than one record."""
        self.read()
        return sorted([one for one, count in self.made.items() if count > 1]
                      + [value for value, names in self.makers.items() if len(names) > 1])

    def misbooked(self):
        self.read()
        return sorted(self.wrong.values())
