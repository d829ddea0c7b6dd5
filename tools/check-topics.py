#!/usr/bin/python3
"""Checks topics/: the AsyncAPI document, the schemas, and every example against its schema.

    tools/check-topics.py                     the folder alone
    tools/check-topics.py --messages FILE|-   messages of a broker too, one JSON object a line:
                                              {"topic": ..., "payload": ...}, as mosquitto_sub -F %j writes them

The last line is `N passed, M failed, K skipped`; the exit code is 1 if anything failed, 2 if nothing could be checked.
Needs Debian's python3-jsonschema and python3-yaml. AsyncAPI's own schema comes from PyPI once; where it cannot be had, that is skipped.
"""

import argparse
import datetime
import json
import re
import sys
from pathlib import Path

from asyncapi_schema import official_schema

try:
    import yaml
    from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker, RefResolver
except ImportError:
    print("check-topics: install python3-jsonschema and python3-yaml, and start this with /usr/bin/python3", file=sys.stderr)
    sys.exit(2)

TOPICS = Path(__file__).resolve().parent.parent / "topics"
PAYLOAD_LIMIT = 65_536
SHARED = {"envelope", "fault", "measurement", "reading", "record", "refusal"}
FORMATS = FormatChecker()
RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


@FORMATS.checks("date-time", raises=ValueError)
def is_time(value):
    """Checks a time by RFC 3339; the library's own check needs a package that Debian does not install with it."""
    if not isinstance(value, str):
        return True
    if not RFC3339.fullmatch(value):
        return False
    datetime.datetime.strptime(value[:19], "%Y-%m-%dT%H:%M:%S")
    return True


class Tally:
    """Counts checks and prints those that fail."""

    def __init__(self):
        self.passed = 0
        self.failures = 0
        self.skipped = 0

    def skip(self, what, why):
        self.skipped += 1
        print(f"{what}: skipped, {why}")

    def check(self, what, problems):
        problems = list(problems)
        if problems:
            self.failures += 1
            for problem in problems:
                print(f"{what}: {problem}")
        else:
            self.passed += 1


class Contract:
    """The folder's documents."""

    def __init__(self):
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.document = yaml.load((TOPICS / "asyncapi.yaml").read_text(), loader)
        self.schemas = {path.stem: json.loads(path.read_text()) for path in sorted((TOPICS / "schemas").glob("*.json"))}
        base = (TOPICS / "schemas").as_uri() + "/"
        store = {base + f"{name}.json": schema for name, schema in self.schemas.items()}
        self.validators = {
            name: Draft202012Validator(
                schema, resolver=RefResolver(base + f"{name}.json", schema, store), format_checker=FORMATS
            )
            for name, schema in self.schemas.items()
        }
        self.messages = self.document["components"]["messages"]
        self.channels = [
            (pattern(channel["address"]), channel, retained(self.document, key))
            for key, channel in self.document["channels"].items()
        ]

    def errors(self, schema, value):
        """The errors in a value, each with its place."""
        for error in self.validators[schema].iter_errors(value):
            place = "/".join(str(part) for part in error.absolute_path) or "the payload"
            yield f"{place}: {error.message[:200]}"

    def is_plain(self, message):
        return self.messages[message]["contentType"] == "text/plain"


def pattern(address):
    parts = re.split(r"{\w+}", address)
    return re.compile("[a-z0-9-]+".join(re.escape(part) for part in parts))


def retained(document, channel):
    operations = document["operations"].values()
    own = [o for o in operations if o["channel"]["$ref"] == f"#/channels/{channel}"]
    return any(o["bindings"]["mqtt"]["retain"] for o in own)


def references(value):
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def resolves(reference, document, folder):
    """Whether a reference, to a place in a document or a neighbouring file, leads somewhere."""
    file, _, pointer = reference.partition("#")
    if file:
        path = (folder / file).resolve()
        return path.is_file() and path.is_relative_to(TOPICS)
    for part in pointer.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(document, dict) or part not in document:
            return False
        document = document[part]
    return True


def check_document(contract, tally):
    document = contract.document
    tally.check("asyncapi.yaml", [] if document.get("asyncapi") == "3.0.0" else ["asyncapi is not 3.0.0"])
    missing = [k for k in ("info", "servers", "channels", "operations", "components") if k not in document]
    tally.check("asyncapi.yaml", [f"'{key}' is missing" for key in missing])
    dead = sorted({r for r in references(document) if not resolves(r, document, TOPICS)})
    tally.check("asyncapi.yaml", [f"'{reference}' leads nowhere" for reference in dead])
    used = {r.rsplit("/", 1)[1] for c in document["channels"].values() for r in references(c["messages"])}
    unused = sorted(contract.messages.keys() - used)
    tally.check("asyncapi.yaml", [f"message '{name}' is on no channel" for name in unused])
    for name, operation in document["operations"].items():
        binding = operation.get("bindings", {}).get("mqtt", {})
        good = binding.get("qos") in (0, 1) and isinstance(binding.get("retain"), bool)
        tally.check(f"operation {name}", [] if good else ["its mqtt binding needs qos 0 or 1, and retain"])
    told = {name.split(".", 1)[1] for name in document["operations"]}
    tally.check("asyncapi.yaml", [f"message '{name}' is in no operation" for name in sorted(contract.messages.keys() - told)])
    check_servers(document, tally)


# The product's default ports in its code.
PORTS = {
    "site": ("Sources/Bus/SiteRecords/SiteFiles.swift", r"ports = \(broker: ([0-9_]+),"),
    "accounts": ("Sources/Bus/SiteRecords/Access.swift", r"standardPort = ([0-9_]+)"),
}


def check_servers(document, tally):
    """Each TLS server has its port in the code; each server states how clients authenticate."""
    for name, server in document["servers"].items():
        problems = [] if server.get("security") else ["it says nothing of who is let in"]
        if name in PORTS:
            file, pattern = PORTS[name]
            port = re.search(pattern, (TOPICS.parent / file).read_text())[1].replace("_", "")
            host = server["host"].format(**{key: one["default"] for key, one in server["variables"].items()})
            problems += [] if host.endswith(f":{port}") else [f"it is at {host}, and the product opens {port}"]
        tally.check(f"server {name}", problems)


class LocalReferences(RefResolver):
    """The library takes a member named `$id` for an id; the schema's references need none."""

    def _find_in_subschemas(self, url):
        return None


def check_official(document, tally):
    schema = official_schema()
    if schema is None:
        return tally.skip("AsyncAPI's own schema", "PyPI cannot be reached")
    errors = Draft7Validator(schema, resolver=LocalReferences("", schema)).iter_errors(document)
    tally.check("AsyncAPI's own schema", [f"{'/'.join(map(str, one.absolute_path))}: {one.message[:300]}" for one in errors])


def check_schemas(contract, tally):
    for name, schema in contract.schemas.items():
        problems = [] if name in contract.messages or name in SHARED else ["no message has this schema"]
        try:
            Draft202012Validator.check_schema(schema)
        except Exception as error:  # the library's own error type has moved between versions
            problems.append(str(error).splitlines()[0])
        dead = [r for r in references(schema) if not resolves(r, schema, TOPICS / "schemas")]
        tally.check(f"schemas/{name}.json", problems + [f"'{r}' leads nowhere" for r in dead])


def check_examples(contract, tally):
    files = {path.stem: path for path in (TOPICS / "examples").iterdir()}
    for name in sorted(files.keys() - contract.messages.keys()):
        tally.check(f"examples/{files[name].name}", ["no message has this name"])
    for name in contract.messages:
        if name not in files:
            tally.check(f"message {name}", ["it has no example"])
            continue
        text = files[name].read_text()
        value = text if contract.is_plain(name) else json.loads(text)
        problems = list(contract.errors(name, value))
        shown = [one.get("payload") for one in contract.messages[name].get("examples", [])]
        problems += [] if shown == [value.strip() if isinstance(value, str) else value] else ["asyncapi.yaml shows another one"]
        tally.check(f"examples/{files[name].name}", problems)
    check_pairs(contract, tally)


def check_pairs(contract, tally):
    """The examples of a request and its reply belong to one exchange."""
    for name, operation in contract.document["operations"].items():
        if "reply" not in operation:
            continue
        asked, answered = (
            contract.messages[one["messages"][0]["$ref"].rsplit("/", 1)[1]]["examples"][0]["payload"] for one in (operation, operation["reply"])
        )
        problems = [] if asked["correlationid"] == answered["correlationid"] else ["the reply's example answers another request"]
        tally.check(f"operation {name}", problems)


def captured_problems(contract, line):
    """The errors in one captured message; None for a foreign topic."""
    try:
        captured = json.loads(line)
        topic, payload = captured["topic"], captured.get("payload", "")
    except (ValueError, KeyError, TypeError):
        return ["no JSON object with 'topic' and 'payload'"]
    if not topic.startswith("vitalbus/"):
        return None
    found = [(channel, keeps) for matches, channel, keeps in contract.channels if matches.fullmatch(topic)]
    if not found:
        return [f"{topic}: no channel of the contract"]
    channel, keeps = found[0]
    if payload in ("", None):
        return [] if keeps else [f"{topic}: empty"]
    problems = ["retained, which its channel never is"] if captured.get("retain") and not keeps else []
    problems += payload_problems(contract, channel, topic, payload)
    return [f"{topic}: {problem}" for problem in problems]


def payload_problems(contract, channel, topic, payload):
    names = list(channel["messages"])
    if contract.is_plain(names[0]):
        return list(contract.errors(names[0], payload))
    if isinstance(payload, str):
        if len(payload.encode()) > PAYLOAD_LIMIT:
            return [f"over {PAYLOAD_LIMIT} bytes"]
        try:
            payload = json.loads(payload)
        except ValueError:
            return ["not JSON"]
    if not isinstance(payload, dict):
        return ["not an envelope"]
    kind = str(payload.get("type"))
    name = next((n for n in names if contract.messages[n]["name"] == kind), None)
    if name is None and "/reply/" in topic and kind.endswith(".error.reply.v1"):
        name = "refusal"
    if name is None:
        return [f"type '{kind[:80]}' does not travel here"]
    return list(contract.errors(name, payload)) + place_problems(topic, payload)


def place_problems(topic, payload):
    """An event contains its seat, even if null, and the hub of its topic."""
    levels, data = topic.split("/"), payload.get("data")
    if levels[4] != "event" or not isinstance(data, dict):
        return []
    problems = [] if "seat" in data else ["data has no 'seat'"]
    return problems + ([] if data.get("hub") == levels[3] else ["data's 'hub' is not the topic's"])


def check_messages(contract, tally, source):
    lines = sys.stdin if source == "-" else open(source, encoding="utf-8")
    foreign = 0
    with lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            problems = captured_problems(contract, line)
            if problems is None:
                foreign += 1
            else:
                tally.check(f"{source}:{number}", problems)
    if foreign:
        print(f"{foreign} messages on topics outside vitalbus/ were not checked")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", metavar="FILE", help="check these messages too; - reads standard input")
    options = parser.parse_args()
    contract = Contract()
    tally = Tally()
    check_document(contract, tally)
    check_official(contract.document, tally)
    check_schemas(contract, tally)
    check_examples(contract, tally)
    if options.messages:
        check_messages(contract, tally, options.messages)
    print(f"{tally.passed} passed, {tally.failures} failed, {tally.skipped} skipped")
    sys.exit(1 if tally.failures else 0)


if __name__ == "__main__":
    main()
