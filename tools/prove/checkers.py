#!/usr/bin/python3
"""Checks a history on its own: a set, a queue and a register for each key. It knows nothing of VitalBus.

    tools/prove/checkers.py FILE ...

Prints one line of JSON for each file; the exit code is 1 if one of them does not hold.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Entry = dict[str, Any]


def entries(path: Path) -> list[Entry]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def check_set(history: Iterable[Entry]) -> dict[str, list[str]]:
    """The last read has each successful `add`, and no value that was never added."""
    added: dict[str, str] = {}
    lost: set[str] = set()
    strange: set[str] = set()
    for one in history:
        if one["f"] == "add":
            added[one["value"]] = one["type"]
        elif one["type"] == "ok":
            there = set(one["value"])
            lost = {name for name, kind in added.items() if kind == "ok" and name not in there}
            strange |= {name for name in there if added.get(name, "fail") == "fail"}
    return {"lost": sorted(lost), "strange": sorted(strange)}


def check_queue(history: Iterable[Entry]) -> dict[str, list[str]]:
    """No value is dequeued twice."""
    out = Counter(one["value"] for one in history if one["f"] == "dequeue" and one["type"] == "ok")
    return {"doubled": sorted(name for name, count in out.items() if count > 1)}


def check_registers(history: Iterable[Entry]) -> dict[str, list[str]]:
    """The last read of each key is its last successful `write`, or one with an unknown result."""
    sure: dict[str, str] = {}
    unsure: defaultdict[str, set[str]] = defaultdict(set)
    last: dict[str, str] = {}
    for one in history:
        name, value = one["value"]
        if one["f"] == "write" and one["type"] == "ok":
            sure[name] = value
        elif one["f"] == "write" and one["type"] == "info":
            unsure[name].add(value)
        elif one["f"] == "read" and one["type"] == "ok":
            last[name] = value
    wrong = {name: value for name, value in last.items() if name in sure and value not in {sure[name], *unsure[name]}}
    return {"stale": [f"{name} is {value}" for name, value in sorted(wrong.items())]}


CHECKERS = {"set": check_set, "queue": check_queue, "register": check_registers}


def check(path: Path) -> dict[str, Any]:
    """The violations, by name; the lists are empty if there are none."""
    history = entries(path)
    found: dict[str, Any] = {"operations": sum(one["type"] == "invoke" for one in history)}
    for workload, checker in CHECKERS.items():
        found |= checker([one for one in history if one["workload"] == workload])
    return found


def holds(found: dict[str, Any]) -> bool:
    return not any(isinstance(value, list) and value for value in found.values())


def check_all(folder: Path) -> dict[str, Any]:
    """The violations in the histories of a folder, and the number of all operations."""
    results = [check(path) for path in sorted(folder.glob("*.jsonl"))]
    names = {name for found in results for name in found}
    return {"folder": str(folder), **{name: sum((found[name] for found in results[1:]), results[0][name]) for name in sorted(names)}}


if __name__ == "__main__":
    results = {name: check(Path(name)) for name in sys.argv[1:]}
    for name, result in results.items():
        print(json.dumps({"history": name, **result}))
    sys.exit(0 if all(map(holds, results.values())) else 1)
