#!/usr/bin/python3
"""Writes topics/asyncapi.yaml, the schema of each message and the tables of the pages.

The topics and the schemas come from the compiled contract, and their descriptions from the documentation comments that
the compiler writes to the symbol graph of the module that was built last:

    swift run contract-dump | tools/gen-topics.py [--check]

`--check` writes nothing and fails if a file would change. Written by hand: the shared schemas, the examples, the
README, and each page above its marker.
"""

import json
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import yaml
except ImportError:
    print("gen-topics: install python3-yaml, and start this with /usr/bin/python3", file=sys.stderr)
    sys.exit(2)

ROOT = Path(__file__).resolve().parent.parent
TOPICS = ROOT / "topics"
MARKER = "<!-- The rest is made by tools/gen-topics.py. -->"
# The second module has words that the contract's types contain.
MODULES_READ = ("BusContract", "VitalRecords")
MODULES = ROOT / ".build/debug/Modules"
TRIPLE = f"{platform.machine()}-unknown-linux-gnu"
# Clients outside VitalBus, including the page; the others are VitalBus, from whose side operations are named.
PEOPLE = {"vitalbus", "operator", "page", "caregiver", "viewer", "integration"}


class Documentation:
    """The documentation of the contract's declarations, from the compiler's symbol graph."""

    def __init__(self, modules):
        self.symbols = {}  # "Type.member" -> symbol
        self.declared = {}  # file name -> [(line, symbol)], of members of types, in order
        for module, symbol in symbol_graph(modules):
            if "location" not in symbol:
                continue
            self.symbols.setdefault(".".join(symbol["pathComponents"]), symbol)
            if module == MODULES_READ[0] and symbol["kind"]["identifier"] == "swift.type.property":
                place = symbol["location"]
                file = place["uri"].rsplit("/", 1)[1]
                self.declared.setdefault(file, []).append((place["position"]["line"] + 1, symbol))
        self.names = {s["identifier"]["precise"]: name for name, s in self.symbols.items()}
        for symbols in self.declared.values():
            symbols.sort(key=lambda pair: pair[0])

    def of(self, name):
        """The documentation of a type or a member, as one line."""
        if name not in self.symbols:
            sys.exit(f"gen-topics: no public declaration of {name}")
        return text(self.symbols[name])

    def of_topic(self, topic):
        """The documentation of the declaration that a topic comes from."""
        file, line = topic["declaration"].rsplit("/", 1)[1].rsplit(":", 1)
        above = [symbol for number, symbol in self.declared.get(file, []) if number <= int(line)]
        if not above:
            sys.exit(f"gen-topics: nothing is declared at {topic['declaration']}")
        return text(above[-1])

    def of_field(self, owner, field, known):
        """The documentation of a field, including that of each of its words."""
        line = self.of(f"{owner}.{field}")
        types = [f.get("preciseIdentifier") for f in self.symbols[f"{owner}.{field}"]["declarationFragments"]]
        kind = next((self.names[t] for t in reversed(types) if t in self.names and self.names[t] != "CheckedID"), None)
        if not known or kind is None:
            return line
        words = [f"`{word}` ({lowered(text(symbol))})" for word, symbol in zip(known, self.words(kind, known))]
        return f"{line} {', '.join(words)}."

    def words(self, kind, known):
        """The constants of a type of words, in the order of its list."""
        depth = kind.count(".") + 1
        constants = sorted(
            (s["location"]["position"]["line"], s)
            for name, s in self.symbols.items()
            if name.startswith(kind + ".") and name.count(".") == depth and is_constant(s, self.symbols[kind])
        )
        names = [symbol["pathComponents"][-1] for _, symbol in constants]
        if len(names) != len(known) or any(n != w and n in known for n, w in zip(names, known)):
            sys.exit(f"gen-topics: the words of {kind} are {', '.join(names)}, and its list has {', '.join(known)}")
        return [symbol for _, symbol in constants]


def symbol_graph(modules):
    """The symbols of the contract's modules, each with its module, as written by `swift build`."""
    for module in MODULES_READ:
        with tempfile.TemporaryDirectory() as folder:
            command = ["swift", "symbolgraph-extract", "-module-name", module, "-I", str(modules), "-target", TRIPLE]
            subprocess.run([*command, "-minimum-access-level", "public", "-output-dir", folder], check=True)
            for symbol in json.loads((Path(folder) / f"{module}.symbols.json").read_text())["symbols"]:
                yield module, symbol


def is_constant(symbol, kind):
    """Whether a member of a type has that same type as its value."""
    last = symbol["declarationFragments"][-1].get("preciseIdentifier")
    return symbol["kind"]["identifier"] == "swift.type.property" and last == kind["identifier"]["precise"]


def text(symbol):
    lines = [line["text"].strip() for line in symbol.get("docComment", {}).get("lines", [])]
    return " ".join(line for line in lines if line).replace("``ActorHealth/problems``", "`problems`")


def lowered(sentence):
    """A sentence for use in parentheses."""
    first = sentence.split(" ", 1)[0]
    start = sentence[:1].lower() if first[1:].islower() or len(first) == 1 else sentence[:1]
    return start + sentence[1:].rstrip(".")


def describe(topics, documentation):
    """Gives each topic its summary, and its schema the descriptions."""
    names = {topic["name"] for topic in topics}
    for topic in topics:
        name = topic["name"].removesuffix(".reply")
        is_answer = name != topic["name"] and f"{name}.request" in names
        operation = name.rsplit(".", 1)[-1]
        topic["summary"] = f"The answer to `{operation}`." if is_answer else documentation.of_topic(topic)
        topic["schema"] = described(topic, documentation)


def described(topic, documentation):
    schema = {}
    for key, part in topic["schema"].items():
        schema[key] = part
        if key == "title":
            schema["description"] = topic["summary"]
    for owner, definition in schema.get("$defs", {}).items():
        for field, value in definition["properties"].items():
            known = value.get("items", value).get("examples")
            value["description"] = documentation.of_field(owner, field, known)
    if "$defs" in schema:
        schema["$defs"] = {name: {"description": documentation.of(name), **d} for name, d in schema["$defs"].items()}
    return schema


def reply_of(name):
    return name[: -len("request")] + "reply" if name.endswith(".request") else name + ".reply"


def owner(topic):
    """The page of a topic: its server's, or its only writer's; a queue's topics are on the workers' page."""
    if topic["template"].startswith(("actor/", "log/")):
        return "presence"
    roles = {grant["role"] for grant in topic["writers"] + topic["readers"]}
    if topic["template"].startswith("work/") or topic["name"].endswith(".ack.reply"):
        return sorted(roles - {topic.get("server")} or roles)[0]
    return topic.get("server") or topic["writers"][0]["role"]


def asyncapi(topics):
    names = {topic["name"] for topic in topics}
    document = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "VitalBus",
            "version": "1.0.0",
            "description": "Every topic of VitalBus. README.md beside this file explains how to read it. Operations are told from "
            "the side of VitalBus: what it sends you subscribe to, what it receives you publish. `x-writers` and `x-readers` say who "
            "may; the broker's rights are made from the same table.",
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
        document["components"]["messages"][name] = message(topic)
        for action, grants in (("send", topic["writers"]), ("receive", topic["readers"])):
            roles = {grant["role"] for grant in grants}
            # What the page alone writes is VitalBus's own.
            if roles - PEOPLE or roles == {"page"}:
                document["operations"][f"{action}.{name}"] = operation(action, topic, channel, names)
    return document


def operation(action, topic, channel, names):
    name = topic["name"]
    entry = {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "summary": topic["summary"],
        "messages": [{"$ref": f"#/channels/{channel}/messages/{name}"}],
        "bindings": {"mqtt": {"qos": topic["qos"], "retain": topic["retain"], "bindingVersion": "0.2.0"}},
    }
    if reply_of(name) in names:
        entry["reply"] = {
            "address": {"location": "$message.payload#/replyto"},
            "channel": {"$ref": "#/channels/reply.client"},
            "messages": [{"$ref": f"#/channels/reply.client/messages/{reply_of(name)}"}],
        }
    return entry


def example(topic):
    """The complete message of topics/examples; the examples of a request and its reply match."""
    name = topic["name"]
    if topic.get("words"):
        return (TOPICS / "examples" / f"{name}.txt").read_text().strip()
    return json.loads((TOPICS / "examples" / f"{name}.json").read_text())


def message(topic):
    plain = bool(topic.get("words"))
    entry = {
        "name": topic["type"],
        "title": topic["name"],
        "summary": topic["summary"],
        "contentType": "text/plain" if plain else "application/cloudevents+json",
        "payload": {
            "schemaFormat": "application/schema+json;version=draft-2020-12",
            "schema": {"$ref": f"./schemas/{topic['name']}.json"},
        },
        "examples": [{"name": "example", "payload": example(topic)}],
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
    "socket": {
        "host": "localhost",
        "pathname": "{state}/broker/mqtt.sock",
        "protocol": "mqtt",
        "protocolVersion": "5.0",
        "description": "The Unix socket of a machine's own broker, where its processes and its command line connect.",
        "variables": {
            "state": {"default": "/var/lib/vitalbus", "description": "The state directory; of `vitalbus up` that of its user."}
        },
        "security": [{"$ref": "#/components/securitySchemes/password"}],
    },
    "loopback": {
        "host": "127.0.0.1:{port}",
        "protocol": "mqtt",
        "protocolVersion": "5.0",
        "description": "For programs of this machine that cannot do TLS: closed without `vitalbus access set --plain-port`.",
        "variables": {"port": {"default": "1883", "description": "The port of `--plain-port`."}},
        "security": [{"$ref": "#/components/securitySchemes/account"}],
    },
    "site": {
        "host": "{broker}:8883",
        "protocol": "secure-mqtt",
        "protocolVersion": "5.0",
        "description": "A site's broker, for the processes of hubs that have joined.",
        "variables": {"broker": {"default": "localhost", "description": "An address of `vitalbus site init`."}},
        "security": [{"$ref": "#/components/securitySchemes/certificate"}],
    },
    "accounts": {
        "host": "{broker}:{port}",
        "protocol": "secure-mqtt",
        "protocolVersion": "5.0",
        "description": "The same broker for programs and people: open once there is an account of `vitalbus integration add` or `vitalbus "
        "user add`. `vitalbus access authority` prints the certificate that it is trusted by.",
        "variables": {
            "broker": {"default": "localhost", "description": "An address of `vitalbus access set --address`."},
            "port": {"default": "8885", "description": "The port of `vitalbus access set --port`."},
        },
        "security": [{"$ref": "#/components/securitySchemes/account"}],
    },
}
SECURITY = {
    "password": {
        "type": "userPassword",
        "description": "A process of the machine: its name is `{hub}.{actor}.{instance}`, its password a file of the state directory.",
    },
    "account": {
        "type": "userPassword",
        "description": "A name that a person gave, and the password that was shown once. As `{caller}` a person's is "
        "`{hub}.vitalbus.{name}`, a program's `site.integration.{name}`.",
    },
    "certificate": {
        "type": "X509",
        "description": "A certificate of the site's authority; its common name is `{hub}.{actor}.{instance}`.",
    },
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


def page(name, topics, names):
    lines = [MARKER, ""]
    for topic in topics:
        lines += section(topic, names)
    path = TOPICS / f"{name}.md"
    head = path.read_text().split(MARKER)[0] if path.exists() else f"# {name}\n\n"
    return head + "\n".join(lines).rstrip() + "\n"


def section(topic, names):
    name = topic["name"]
    suffix = "txt" if topic.get("words") else "json"
    lines = [f"## {name}", "", topic["summary"], "", f"`{topic['template']}`", ""]
    lines += [
        f"- QoS {topic['qos']}, {'retained' if topic['retain'] else 'not retained'}",
        f"- written by {people(topic['writers'])}; read by {people(topic['readers'])}",
    ]
    if reply_of(name) in names:
        lines.append(f"- answered by [{reply_of(name)}](#{anchor(reply_of(name))})")
    lines += [f"- [schema](schemas/{name}.json), [example](examples/{name}.{suffix})", ""]
    if topic.get("words"):
        return lines + ["Plain text, one word: " + ", ".join(f"`{w}`" for w in topic["words"]) + ".", ""]
    schema = topic["schema"]
    data = schema["properties"]["data"]
    if "oneOf" in data:
        lines += ["`data` has either `error` ([fault](schemas/fault.json)) or `ok`, which is:", ""]
        data = data["properties"]["ok"]
    return lines + table(data, schema.get("$defs", {}), "`data`")


def people(grants):
    reach = {"own": "", "site": " (whole site)", "hubs": " (its hubs)", "seats": " (its seats)", "servers": "", "peers": ""}
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


class Text(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):
    """YAML for reading from top to bottom."""

    def ignore_aliases(self, _):
        return True


def quoted(dumper, text):
    """A string; one that newer YAML would take for a number, such as 12e4, is quoted."""
    style = "'" if re.fullmatch(r"[-+]?[0-9.]+[eE][-+]?[0-9]+", text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Text.add_representer(str, quoted)


def written(document):
    head = "# Written by tools/gen-topics.py from the compiled contract.\n"
    return head + yaml.dump(document, Dumper=Text, sort_keys=False, allow_unicode=True, width=120)


def dumped(value):
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def main():
    topics = json.load(sys.stdin)
    if topics and "bound" in topics[0]:
        return lay_out({TOPICS / "reach.md": reach(topics)})
    describe(topics, Documentation(MODULES))
    names = {topic["name"] for topic in topics}
    files = {TOPICS / "asyncapi.yaml": written(asyncapi(topics))}
    for topic in topics:
        files[TOPICS / "schemas" / f"{topic['name']}.json"] = dumped(topic["schema"])
    for name in sorted({owner(topic) for topic in topics}):
        own = [topic for topic in topics if owner(topic) == name]
        files[TOPICS / f"{name}.md"] = page(name, own, names)
    lay_out(files)


def reach(rules):
    """The page that lists the permitted requests of each role."""
    lines = [
        "# Who may say what",
        "",
        "The broker limits an account's requests by topic. The actor also checks what a request says about others, as listed here, before "
        "its handler runs, and refuses more with `notAuthorized`. Operations and roles that are not listed concern only the sender, or are "
        "people's. No rule applies to the processes of the server's own hub: anyone with access to the server controls the site.",
        "",
        "| role | operation | field | permitted values |",
        "|---|---|---|---|",
    ]
    for rule in rules:
        lines.append(f"| `{rule['role']}` | `{rule['server']}` `{rule['operation']}` | `{rule['field']}` | {rule['words']} |")
    return "\n".join(lines) + "\n"


def lay_out(files):
    """Writes the changed files, or reports that they would change."""
    changed = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    for path in changed:
        print(f"{'would change' if '--check' in sys.argv else 'wrote'} {path.relative_to(ROOT)}")
        if "--check" not in sys.argv:
            path.write_text(files[path])
    sys.exit(1 if changed and "--check" in sys.argv else 0)


if __name__ == "__main__":
    main()
