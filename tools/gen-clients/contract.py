"""The contents of topics/ in a form for any language: types, operations and publications."""

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
TOPICS = ROOT / "topics"
# The roles that an account may have; a client has one of them.
ACCOUNTS = {"operator", "caregiver", "viewer", "integration"}
# Files of shared parts, by the resulting type; two of the languages already have a type `Record`.
SHARED = {"reading": "Reading", "record": "VitalRecord", "measurement": "Measurement", "fault": "Fault"}


@dataclass(frozen=True)
class Kind:
    """The type of a value: `base` is string, integer, number, boolean, array, map, struct or any."""

    base: str
    name: str = ""
    item: "Kind | None" = None
    nullable: bool = False


@dataclass(frozen=True)
class Field:
    """A member of an object."""

    name: str
    kind: Kind
    required: bool
    text: str


@dataclass(frozen=True)
class Struct:
    """An object with known members."""

    name: str
    text: str
    fields: tuple


@dataclass(frozen=True)
class Operation:
    """An operation that an actor offers."""

    actor: str
    name: str
    text: str
    request: Kind
    reply: Kind


@dataclass(frozen=True)
class Told:
    """A published event, state or value."""

    name: str
    template: str
    type: str
    text: str
    payload: Kind
    retained: bool


class Contract:
    """The part of topics/ that an account can use."""

    def __init__(self):
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        document = yaml.load((TOPICS / "asyncapi.yaml").read_text(), loader)
        self.structs = {}
        self.operations, self.told = [], []
        self.files = {path.stem: json.loads(path.read_text()) for path in (TOPICS / "schemas").glob("*.json")}
        for name in SHARED:
            self.struct(name, SHARED[name], self.files[name])
        for channel in document["channels"].values():
            for name in channel["messages"]:
                self.add(name, channel["address"], document["components"]["messages"][name], document)

    def add(self, name, address, message, document):
        leaf = address.split("{hub}/", 1)[1]
        if leaf.startswith("request/"):
            if ACCOUNTS & {grant["role"] for grant in message["x-writers"]}:
                self.operations.append(self.operation(name.removesuffix(".request"), message))
        elif leaf.startswith(("event/", "state/", "vitals/")) or name in ("info", "health"):
            if ACCOUNTS & {grant["role"] for grant in message["x-readers"]}:
                retained = document["operations"][f"send.{name}"]["bindings"]["mqtt"]["retain"]
                kind = self.kind(self.files[name]["properties"]["data"], name, "")
                self.told.append(Told(name, leaf, message["name"], message["summary"], kind, retained))

    def operation(self, name, message):
        actor, operation = name.split(".")
        asked = self.files[f"{name}.request"]["properties"]["data"]
        answered = self.files[f"{name}.reply"]["properties"]["data"]["properties"]["ok"]
        return Operation(
            actor, operation, message["summary"], self.kind(asked, f"{name}.request", ""),
            self.kind(answered, f"{name}.reply", ""),
        )

    def kind(self, value, file, hint):
        """The type of a schema; its nested objects become separate types."""
        if "$ref" in value:
            return self.reference(value["$ref"], file)
        if "anyOf" in value:
            parts = [part for part in value["anyOf"] if part.get("type") != "null"]
            kind = self.kind(parts[0], file, hint)
            return Kind(kind.base, kind.name, kind.item, nullable=True)
        types = value.get("type", "any")
        names = [one for one in ([types] if isinstance(types, str) else types) if one != "null"]
        nullable = not isinstance(types, str) and "null" in types
        if names == ["array"]:
            return Kind("array", item=self.kind(value.get("items", {}), file, hint), nullable=nullable)
        if names == ["object"] and "properties" in value:
            self.struct(file, hint, value)
            return Kind("struct", hint, nullable=nullable)
        if names == ["object"]:
            return Kind("map", item=self.kind(value.get("additionalProperties", {}), file, hint), nullable=nullable)
        return Kind(names[0] if len(names) == 1 else "any", nullable=nullable)

    def reference(self, reference, file):
        target, _, pointer = reference.partition("#/$defs/")
        file = target.removesuffix(".json") or file
        if not pointer:
            return Kind("struct", SHARED[file])
        # The parts of a reading are also parts of a record.
        name = pointer.replace(".", "") if pointer[0].isupper() else "Reading" + pointer[0].upper() + pointer[1:]
        self.struct(file, name, self.files[file]["$defs"][pointer])
        return Kind("struct", name)

    def struct(self, file, name, schema):
        known = self.structs.get(name)
        if known == "in work":
            return
        self.structs[name] = "in work"
        fields = tuple(
            Field(field, self.kind(part, file, name + field[0].upper() + field[1:]),
                  field in schema.get("required", []), sentence(part))
            for field, part in schema["properties"].items()
        )
        made = Struct(name, sentence(schema), fields)
        if known not in (None, made):
            sys.exit(f"gen-clients: two types of the contract are called {name}")
        self.structs[name] = made


def sentence(schema):
    """A schema's description in one line, or the known words of an open list if it has none."""
    text = schema.get("description", "")
    words = [one for one in schema.get("items", schema).get("examples", []) if isinstance(one, str)]
    if words and "`" not in text:
        text = f"{text} For example {', '.join(f'`{word}`' for word in words)}."
    return " ".join(text.split())


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def pascal(name):
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[-_.]", name))


def actors(operations):
    """The operations by actor, in the order of the contract."""
    found = {}
    for operation in operations:
        found.setdefault(operation.actor, []).append(operation)
    return found.items()
