#!/usr/bin/python3
"""Says what of the contract crossed a real broker while the tests ran, and what did not.

    tools/contract-coverage/coverage.py RECORDS [--roles FILE]

RECORDS is the folder that the recorder (recorder.c) wrote. The messages, operations and error codes come from the compiled
contract (`contract-dump`), the words of fields (reasons, outcomes, states) from topics/schemas, which `gen-topics.py
--check` holds to the Swift types. Something was seen when a role that may write it did and a role that may read it was
handed it; an operation, when it was answered with `ok`. A word on the bus that the contract does not name is told too.

The exit code is 1 if anything is missing. `--roles` writes each message with the roles that wrote and read it.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCHEMAS = ROOT / "topics" / "schemas"
OWED = Path(__file__).resolve().parent / "owed.txt"
# The fields with a reason or an outcome; others, such as `type`, name what a client asked for.
REASONS = ("disposition", "outcome", "phase", "reason", "refused", "result", "state", "validated")
REFUSAL = re.compile(r"vitalbus\.[a-z0-9-]+\.error\.reply\.v1")


class Records:
    """The messages that crossed the brokers."""

    def __init__(self, folder, contract):
        self.places = {}  # (message, path) -> word -> {"write", "read"}
        self.people = {}  # message -> {"write": roles, "read": roles}
        self.files = sorted(Path(folder).glob("*.tsv"))
        for line in {line for file in self.files for line in file.read_text(errors="replace").splitlines()}:
            parts = line.split("\t")
            # The last line of a killed broker may be incomplete.
            if len(parts) == 6:
                self.take(contract, *parts)

    def take(self, contract, direction, account, topic, kind, path, word):
        names = account.split(".")
        role = names[1] if len(names) == 3 else ""
        message = contract.message(topic, kind)
        if message is None:
            return
        if message:
            grants = contract.topics[message]["writers" if direction == "write" else "readers"]
            if role not in {grant["role"] for grant in grants}:
                return
            self.people.setdefault(message, {"write": set(), "read": set()})[direction].add(role)
        self.places.setdefault((message, path), {}).setdefault(word, set()).add(direction)

    def words(self, message, path):
        """The words that were written and read at a place; "" means a value of another kind."""
        return {word for word, found in self.places.get((message, path), {}).items() if len(found) == 2}

    def roles(self, message, direction):
        return sorted(self.people.get(message, {}).get(direction, ()))


class Contract:
    """The compiled contract and its words."""

    def __init__(self, program):
        dumped = json.loads(subprocess.run([program], check=True, capture_output=True).stdout)
        self.topics = {topic["name"]: topic for topic in dumped}
        self.kinds = {topic["type"]: topic["name"] for topic in dumped if not topic.get("words")}
        self.codes = json.loads(subprocess.run([program, "--codes"], check=True, capture_output=True).stdout)
        self.plain = [
            (re.compile(r"vitalbus/v1/[^/]+/[^/]+/" + re.sub(r"{\w+}", "[^/]+", topic["template"])), topic["name"])
            for topic in dumped
            if topic.get("words")
        ]
        self.fields = {}  # (message, path) -> "Type.field"
        self.lists = {}  # "Type.field" -> words
        self.faults = [("", "data.error.code")]  # (message, path); "" is any refusal
        for name in self.topics:
            schema = json.loads((SCHEMAS / f"{name}.json").read_text())
            self.walk(name, schema, schema.get("properties", {}).get("data", {}), "data", "", ())

    def message(self, topic, kind):
        """The message's name, "" for a refusal, None for a topic outside the contract."""
        if kind:
            return self.kinds.get(kind, "" if REFUSAL.fullmatch(kind) else None)
        return next((name for matches, name in self.plain if matches.fullmatch(topic)), None)

    def walk(self, message, schema, part, path, owner, above):
        for choice in part.get("anyOf", []):
            self.walk(message, schema, choice, path, owner, above)
        if "items" in part:
            self.walk(message, schema, part["items"], path, owner, above)
        reference = part.get("$ref", "")
        if reference == "fault.json":
            self.faults.append((message, f"{path}.code"))
        if reference.startswith("#/$defs/") and reference not in above:
            name = reference[len("#/$defs/") :]
            self.walk(message, schema, schema["$defs"][name], path, name, (*above, reference))
        for field, inner in part.get("properties", {}).items():
            place = f"{path}.{field}"
            if inner.get("type") in ("string", ["string", "null"]) and "examples" in inner:
                self.fields[message, place] = f"{owner}.{field}"
                self.lists.setdefault(f"{owner}.{field}", set()).update(inner["examples"])
            self.walk(message, schema, inner, place, owner, above)


def owed():
    """The codes and reasons that no test covers yet."""
    lines = [line for line in OWED.read_text().splitlines() if line and not line.startswith("#")]
    return {line.split(" -- ")[0] for line in lines if line.startswith(("reason ", "error code "))}


def told(what, wanted, seen, excused=frozenset()):
    """Prints how many were seen, and each missing one; returns whether none is missing apart from the excused ones."""
    missing = sorted(set(wanted) - set(seen))

    def is_excused(one):
        return f"{what[:-1]} {one}" in excused

    for one in missing:
        print(f"contract: {'owed' if is_excused(one) else 'never seen'}: {what[:-1]} {one}")
    for one in sorted(set(seen)):
        if is_excused(one):
            print(f"contract: seen, and still among what is owed (owed.txt): {what[:-1]} {one}")
    print(f"contract: {len(set(wanted)) - len(missing)} of {len(set(wanted))} {what} seen")
    return all(is_excused(one) for one in missing)


def messages_seen(contract, records):
    for name, topic in contract.topics.items():
        words = topic.get("words")
        if records.words(name, "") & set(words or [""]):
            yield name


def operations(contract, records):
    names = [name[: -len(".request")] for name in contract.topics if name.endswith(".request")]
    return names, [name for name in names if records.words(f"{name}.reply", "data.ok")]


def reasons(contract, records):
    """The words as "Type.field: word": those of the contract, and those that were seen."""
    wanted = {
        f"{field}: {word}"
        for field, words in contract.lists.items()
        if field.rsplit(".", 1)[1] in REASONS
        for word in words
    }
    seen = {
        f"{field}: {word}"
        for (message, path), field in contract.fields.items()
        if field.rsplit(".", 1)[1] in REASONS
        for word in records.words(message, path) - {""}
    }
    for name, topic in contract.topics.items():
        for word in topic.get("words") or []:
            wanted.add(f"{name}: {word}")
            if word in records.words(name, ""):
                seen.add(f"{name}: {word}")
    return wanted, seen


def main():
    parser = argparse.ArgumentParser(description="What of the contract crossed a real broker.")
    parser.add_argument("records")
    parser.add_argument("--dump", default=str(ROOT / ".build/debug/contract-dump"), help="the program contract-dump")
    parser.add_argument("--roles", help="a file for each message's writers and readers")
    options = parser.parse_args()
    contract = Contract(options.dump)
    records = Records(options.records, contract)
    if not records.files:
        sys.exit(f"contract: no records in {options.records}: no broker ran with the recorder")
    if options.roles:
        roles = {n: {"wrote": records.roles(n, "write"), "read": records.roles(n, "read")} for n in contract.topics}
        Path(options.roles).write_text(json.dumps(roles, indent=1) + "\n")
    codes = {word for message, path in contract.faults for word in records.words(message, path)} & set(contract.codes)
    words, seen = reasons(contract, records)
    unnamed = sorted(seen - words)
    for word in unnamed:
        print(f"contract: seen, and not in the contract: {word}")
    good = [
        told("messages", contract.topics, messages_seen(contract, records)),
        told("operations", *operations(contract, records)),
        told("error codes", contract.codes, codes, owed()),
        told("reasons", words, seen, owed()),
        not unnamed,
    ]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
