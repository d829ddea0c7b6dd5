#!/usr/bin/python3
"""Writes topics/asyncapi.yaml, the schema of each message and the tables of the pages.

The topics come from the compiled contract, the fields and their words from the doc comments of the Swift types:

    swift run contract-dump | tools/gen-topics.py [--check]

`--check` writes nothing and fails where a file would change. By hand stay: the shared schemas, the examples, the
README, and each page above its marker.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOPICS = ROOT / "topics"
SHARED = {
    "Measurement": "measurement.json",
    "Reading": "reading.json",
    "VitalRecord": "record.json",
    "WireFault": "fault.json",
}
# What no field alone can say; the checks of captured messages hold it.
DELETION_WITHOUT_VALUES = {
    "if": {"properties": {"operation": {"const": "delete"}}, "required": ["operation"]},
    "then": {
        "properties": {
            "record": {
                "properties": {"measurements": {"maxItems": 0}},
                "not": {"anyOf": [{"required": ["context"]}, {"required": ["details"]}]},
            }
        }
    },
}
RULES = {"RecordSubmitted": DELETION_WITHOUT_VALUES, "SubmissionFailed": DELETION_WITHOUT_VALUES}
MARKER = "<!-- The rest is made by tools/gen-topics.py. -->"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
SCALARS = {
    "String": {"type": "string"},
    "Int": {"type": "integer"},
    "Int64": {"type": "integer"},
    "Bool": {"type": "boolean"},
    "Double": {"type": "number"},
    "Date": {"type": "string", "format": "date-time"},
    "DeviceID": {"type": "string", "pattern": UUID},
    "LogID": {"type": "string", "minLength": 1, "maxLength": 128},
    "RecordType": {"type": "string", "maxLength": 64},
    "MetricName": {"type": "string", "minLength": 1},
    "ReadingKey": {"type": "string", "pattern": "^[a-z0-9-]{1,128}$"},
}


class Sources:
    """The payload types and the topics' payloads, read from the Swift sources."""

    TYPE = re.compile(r"^( *)public (?:struct|enum) (\w+)")
    FIELD = re.compile(r"^( +)(@ExplicitNull )?public var (\w+): ([^={]+?)(?: = .*)?$")
    WORD = re.compile(r'(?:case (\w+)$|static let \w+ = Self\(rawValue: "([^"]+)"\))')
    TOPIC = re.compile(
        r'let (\w+)(?:: Topic<(?P<t1>[^=]+)>)? = (?:event|Topic<(?P<t2>.+)>)\(\s*"(?P<name>[\w.]+)"'
    )
    OPERATION = re.compile(
        r'let \w+ = Operation<(?P<body>.+), (?P<reply>.+)>\(\s*\.(?P<role>\w+),\s*"(?P<name>\w+)"'
    )

    def __init__(self):
        self.types = {}  # qualified name -> {"doc", "fields": [(name, type, doc, explicit)], "words": []}
        self.payloads = {}  # message name -> (Swift type, doc)
        files = sorted((ROOT / "Sources/Bus/BusContract").glob("*.swift"))
        files += [ROOT / "Sources/Bus/MessageBus" / n for n in ("ActorInfo.swift", "ActorHealth.swift", "LoggingState.swift", "LogEntry.swift")]
        roles = (ROOT / "Sources/Bus/BusContract/Roles.swift").read_text()
        self.roles = dict(re.findall(r'let (\w+) = BusRole\(rawValue: "([a-z-]+)"\)', roles))
        for file in files:
            text = file.read_text()
            self.read_types(text)
            self.read_topics(text)

    def read_types(self, text):
        scopes, doc = [], []
        for line in text.splitlines():
            stripped = line.strip()
            if stripped.startswith("///"):
                doc.append(stripped[3:].strip())
                continue
            indent = len(line) - len(line.lstrip())
            if stripped:
                while scopes and indent <= scopes[-1][0]:
                    scopes.pop()
            if found := self.TYPE.match(line):
                name = ".".join([s[1] for s in scopes] + [found[2]])
                scopes.append((indent, found[2]))
                self.types[name] = {"doc": " ".join(doc), "fields": [], "words": []}
            elif scopes and (found := self.FIELD.match(line)):
                entry = (found[3], found[4].strip(), " ".join(doc), bool(found[2]))
                self.types[".".join(s[1] for s in scopes)]["fields"].append(entry)
            elif scopes and (found := self.WORD.search(line)):
                self.types[".".join(s[1] for s in scopes)]["words"].append((found[1] or found[2], " ".join(doc)))
            doc = []

    def read_topics(self, text):
        for pattern in (self.TOPIC, self.OPERATION):
            for found in pattern.finditer(text):
                doc = self.doc_before(text, found.start())
                if pattern is self.TOPIC:
                    self.payloads[found["name"]] = (found["t1"] or found["t2"], doc)
                    continue
                prefix = f"{self.roles[found['role']]}.{found['name']}"
                self.payloads[f"{prefix}.request"] = (found["body"], doc)
                answer = (f"ReplyPayload<{found['reply']}>", f"The answer to `{found['name']}`.")
                self.payloads[f"{prefix}.reply"] = answer
        for found in re.finditer(r'let \w+ = TopicDescriptor\(\s*name: "(\w+)"', text):
            self.payloads[found[1]] = (None, self.doc_before(text, found.start()))

    @staticmethod
    def doc_before(text, position):
        lines = []
        for line in reversed(text[:position].splitlines()[:-1]):
            if not line.strip().startswith("///"):
                break
            lines.insert(0, line.strip()[3:].strip())
        return " ".join(lines)


class Schemas:
    """JSON Schemas of Swift types."""

    def __init__(self, sources):
        self.sources = sources

    def message(self, topic, names):
        payload, doc = self.sources.payloads[topic["name"]]
        head = {"$schema": DIALECT, "title": topic["name"], "description": doc}
        if topic.get("words"):
            return {**head, "type": "string", "enum": topic["words"]}
        defs = {}
        if found := re.fullmatch(r"ReplyPayload<(.+)>", payload):
            data = self.reply(found[1], defs)
        else:
            data = self.value(payload, "", defs)
        required = []
        if topic["name"].endswith(".reply"):
            required = ["correlationid"]
        elif reply_of(topic["name"]) in names:
            required = ["correlationid", "replyto"]
        schema = {**head, "allOf": [{"$ref": "envelope.json"}]}
        if required:
            schema["required"] = required
        schema["properties"] = {"type": {"const": topic["type"]}, "data": data}
        if defs:
            schema["$defs"] = dict(sorted(defs.items()))
        return schema

    def reply(self, result, defs):
        return {
            "description": "The result, or what went wrong.",
            "type": "object",
            "oneOf": [{"required": ["ok"]}, {"required": ["error"]}],
            "properties": {"ok": self.value(result, "", defs), "error": {"$ref": "fault.json"}},
        }

    def value(self, swift, scope, defs):
        """The schema of a Swift type as seen inside a type `scope`; other types go into `defs`."""
        if swift in SCALARS:
            return dict(SCALARS[swift])
        if swift in SHARED:
            return {"$ref": SHARED[swift]}
        if found := re.fullmatch(r"\[String: (.+)\]", swift):
            return {"type": "object", "additionalProperties": self.value(found[1], scope, defs)}
        if found := re.fullmatch(r"\[(.+)\]", swift):
            return {"type": "array", "items": self.value(found[1], scope, defs)}
        name = f"{scope}.{swift}" if f"{scope}.{swift}" in self.sources.types else swift
        if name not in self.sources.types:
            sys.exit(f"gen-topics: no schema for the Swift type '{swift}' in '{scope}'")
        if self.sources.types[name]["words"]:
            return {"type": "string", "examples": [word for word, _ in self.sources.types[name]["words"]]}
        if name not in defs:
            defs[name] = {}
            defs[name] = self.object(name, defs)
        return {"$ref": f"#/$defs/{name}"}

    def object(self, name, defs):
        entry = self.sources.types[name]
        schema = {"description": entry["doc"], "type": "object", "required": [], "properties": {}}
        for field, swift, doc, explicit in entry["fields"]:
            optional = swift.endswith("?")
            value = self.value(swift.rstrip("?"), name, defs)
            limit(value, doc)
            if explicit:
                value = nullable(value)
            if explicit or not optional:
                schema["required"].append(field)
            schema["properties"][field] = {**value, "description": doc}
        return {key: part for key, part in schema.items() if part or key == "properties"} | RULES.get(name, {})


def nullable(value):
    if "type" in value:
        return {**value, "type": [value["type"], "null"]}
    return {"anyOf": [value, {"type": "null"}]}


def limit(value, doc):
    """Adds the limits and the known words that a doc comment states."""
    if value.get("type") == "integer":
        if found := re.search(r"\b(\d+) to (\d+)\b", doc):
            value |= {"minimum": int(found[1]), "maximum": int(found[2])}
        elif re.search(r"\bfrom 1\b", doc):
            value["minimum"] = 1
    if value.get("type") == "array" and (found := re.search(r"\b(\d+) at most\b", doc)):
        value["maxItems"] = int(found[1])
    if value.get("type") == "string" and len(value) == 1 and doc.startswith("`"):
        value["examples"] = re.findall(r"`([^`]+)`", doc)


def reply_of(name):
    return name[: -len("request")] + "reply" if name.endswith(".request") else name + ".reply"


def owner(topic):
    """The page of a topic: its server, or its only writer; a queue's topics stand with the workers."""
    if topic["template"].startswith(("actor/", "log/")):
        return "presence"
    roles = {grant["role"] for grant in topic["writers"] + topic["readers"]}
    if topic["template"].startswith("work/") or topic["name"].endswith(".ack.reply"):
        return sorted(roles - {topic.get("server")} or roles)[0]
    return topic.get("server") or topic["writers"][0]["role"]


def asyncapi(topics, sources):
    names = {topic["name"] for topic in topics}
    document = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "VitalBus",
            "version": "1.0.0",
            "description": "Every topic of VitalBus. README.md beside this file explains how to read it. "
            "`x-writers` and `x-readers` say who may; the broker's rights are made from the same table.",
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/cloudevents+json",
        "servers": SERVERS,
        "channels": {},
        "operations": {},
        "components": {"messages": {}, "parameters": PARAMETERS, "securitySchemes": SECURITY},
    }
    for topic in topics:
        name, channel = topic["name"], channel_key(topic["template"])
        address = "vitalbus/v1/{site}/{hub}/" + topic["template"]
        entry = document["channels"].setdefault(channel, {"address": address, "messages": {}, "parameters": {}})
        entry["messages"][name] = {"$ref": f"#/components/messages/{name}"}
        for variable in re.findall(r"{(\w+)}", address):
            entry["parameters"][variable] = {"$ref": f"#/components/parameters/{variable}"}
        document["components"]["messages"][name] = message(topic, sources)
        operation = {
            "action": "send",
            "channel": {"$ref": f"#/channels/{channel}"},
            "summary": sources.payloads[name][1],
            "messages": [{"$ref": f"#/channels/{channel}/messages/{name}"}],
            "bindings": {"mqtt": {"qos": topic["qos"], "retain": topic["retain"], "bindingVersion": "0.2.0"}},
        }
        if reply_of(name) in names:
            operation["reply"] = {
                "address": {"location": "$message.payload#/replyto"},
                "channel": {"$ref": "#/channels/reply.client"},
                "messages": [{"$ref": f"#/channels/reply.client/messages/{reply_of(name)}"}],
            }
        document["operations"][name] = operation
    return document


def message(topic, sources):
    plain = bool(topic.get("words"))
    entry = {
        "name": topic["type"],
        "title": topic["name"],
        "summary": sources.payloads[topic["name"]][1],
        "contentType": "text/plain" if plain else "application/cloudevents+json",
        "payload": {
            "schemaFormat": "application/schema+json;version=draft-2020-12",
            "schema": {"$ref": f"./schemas/{topic['name']}.json"},
        },
        "x-example": f"./examples/{topic['name']}.{'txt' if plain else 'json'}",
        "x-page": f"./{owner(topic)}.md",
        "x-writers": topic["writers"],
        "x-readers": topic["readers"],
    }
    if topic.get("server"):
        entry["x-server"] = topic["server"]
    if not plain and (topic["name"].endswith(".reply") or topic.get("server")):
        entry["correlationId"] = {"location": "$message.payload#/correlationid"}
    return entry


def channel_key(template):
    return template.replace("/", ".").replace("{", "").replace("}", "")


SERVERS = {
    "hub": {
        "host": "127.0.0.1:{port}",
        "protocol": "mqtt",
        "protocolVersion": "5.0",
        "description": "A hub's own broker, where a loopback port is on; programs of the hub use its Unix socket.",
        "variables": {"port": {"default": "1883", "description": "The loopback port."}},
        "security": [{"$ref": "#/components/securitySchemes/password"}],
    },
    "site": {
        "host": "{broker}:8883",
        "protocol": "secure-mqtt",
        "protocolVersion": "5.0",
        "description": "A site's broker: TLS, with a certificate per process.",
        "variables": {"broker": {"default": "localhost", "description": "The broker's host name."}},
        "security": [{"$ref": "#/components/securitySchemes/certificate"}],
    },
}
SECURITY = {
    "password": {"type": "userPassword", "description": "A name and a password per process."},
    "certificate": {"type": "X509", "description": "The common name is `{hub}.{actor}.{instance}`."},
}
PARAMETERS = {
    "site": {"description": "The facility's pseudonymous id, `[a-z0-9-]+`."},
    "hub": {"description": "The hub's pseudonymous id; `site` for what belongs to no hub."},
    "actor": {"description": "The program, for example `device-reader`."},
    "instance": {"description": "The program's instance."},
    "client": {"description": "The caller, `{actor}-{instance}`."},
    "caller": {"description": "Who publishes, `{hub}.{actor}.{instance}`; the broker lets each account use its own alone."},
    "worker": {"description": "The worker, `{actor}-{instance}`."},
    "seat": {"description": "The seat."},
    "metric": {"description": "The metric's name."},
}


def page(name, topics, sources, schemas, names):
    lines = [MARKER, ""]
    for topic in topics:
        lines += section(topic, sources, schemas, names)
    path = TOPICS / f"{name}.md"
    head = path.read_text().split(MARKER)[0] if path.exists() else f"# {name}\n\n"
    return head + "\n".join(lines).rstrip() + "\n"


def section(topic, sources, schemas, names):
    name = topic["name"]
    suffix = "txt" if topic.get("words") else "json"
    lines = [f"## {name}", "", sources.payloads[name][1], "", f"`{topic['template']}`", ""]
    lines += [
        f"- QoS {topic['qos']}, {'retained' if topic['retain'] else 'not retained'}",
        f"- written by {people(topic['writers'])}; read by {people(topic['readers'])}",
    ]
    if reply_of(name) in names:
        lines.append(f"- answered by [{reply_of(name)}](#{anchor(reply_of(name))})")
    lines += [f"- [schema](schemas/{name}.json), [example](examples/{name}.{suffix})", ""]
    if topic.get("words"):
        return lines + ["Plain text, one word: " + ", ".join(f"`{w}`" for w in topic["words"]) + ".", ""]
    schema = schemas.message(topic, names)
    data = schema["properties"]["data"]
    if "oneOf" in data:
        lines += ["`data` has either `error` ([fault](schemas/fault.json)) or `ok`, which is:", ""]
        data = data["properties"]["ok"]
    return lines + table(data, schema.get("$defs", {}), "`data`")


def people(grants):
    reach = {"own": "", "site": " (whole site)", "servers": "", "peers": ""}
    return ", ".join(f"`{grant['role']}`{reach[grant['reach']]}" for grant in grants)


def anchor(name):
    return re.sub(r"[^a-z0-9 -]", "", name.lower()).replace(" ", "-")


def table(value, defs, title):
    ref = value.get("$ref", "")
    if not ref.startswith("#/$defs/"):
        return [f"{title}: {kind(value)}.", ""]
    schema = defs[ref[len("#/$defs/") :]]
    if not schema["properties"]:
        return [f"{title}: an empty object.", ""]
    lines = ["| field | type | what |", "|---|---|---|"]
    nested = []
    for field, part in schema["properties"].items():
        needed = "" if field in schema.get("required", []) else ", optional"
        lines.append(f"| `{field}` | {kind(part)}{needed} | {part.get('description', '').replace('|', '/')} |")
        inner = part.get("items", part)
        if inner.get("$ref", "").startswith("#/$defs/"):
            nested.append((field, inner))
    lines.append("")
    for field, inner in nested:
        array = "each of " if "items" in schema["properties"][field] else ""
        lines += [f"{array[:1].upper() + array[1:]}`{field}`:" if array else f"`{field}`:", ""]
        lines += table(inner, defs, f"`{field}`")
    return lines


def kind(value):
    if "$ref" in value:
        ref = value["$ref"]
        return "object" if ref.startswith("#") else f"[{ref[:-5]}](schemas/{ref})"
    if "anyOf" in value:
        return " or ".join(kind(part) for part in value["anyOf"])
    types = value.get("type", "any")
    text = " or ".join(types) if isinstance(types, list) else types
    if value.get("format") == "date-time":
        text = text.replace("string", "time")
    if "items" in value:
        text += f" of {kind(value['items'])}"
    if "maximum" in value:
        text += f", {value['minimum']} to {value['maximum']}"
    elif "minimum" in value:
        text += f", from {value['minimum']}"
    if "maxItems" in value:
        text += f", {value['maxItems']} at most"
    return text


def dumped(value):
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def main():
    topics = json.load(sys.stdin)
    sources = Sources()
    schemas = Schemas(sources)
    names = {topic["name"] for topic in topics}
    if missing := names - sources.payloads.keys():
        sys.exit(f"gen-topics: no declaration found of {', '.join(sorted(missing))}")
    files = {TOPICS / "asyncapi.yaml": dumped(asyncapi(topics, sources))}
    for topic in topics:
        files[TOPICS / "schemas" / f"{topic['name']}.json"] = dumped(schemas.message(topic, names))
    for name in sorted({owner(topic) for topic in topics}):
        own = [topic for topic in topics if owner(topic) == name]
        files[TOPICS / f"{name}.md"] = page(name, own, sources, schemas, names)
    changed = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    for path in changed:
        print(f"{'would change' if '--check' in sys.argv else 'wrote'} {path.relative_to(ROOT)}")
        if "--check" not in sys.argv:
            path.write_text(files[path])
    sys.exit(1 if changed and "--check" in sys.argv else 0)


if __name__ == "__main__":
    main()
