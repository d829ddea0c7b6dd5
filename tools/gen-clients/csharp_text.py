"""The contract in C#: a class for each object, and constants for operations and publications."""

import textwrap
from xml.sax.saxutils import escape

from contract import actors, pascal
from python_text import groups

HEAD = """// The contract on the bus, as types. Written by tools/gen-clients; what is not known yet may come: pass over it.

using System.Collections.Generic;
using Newtonsoft.Json;

namespace VitalBus.Contract
{"""
BASES = {"string": "string", "integer": "long", "number": "decimal", "boolean": "bool", "any": "object"}


def spelled(kind, required=True):
    if kind.base == "array":
        return f"List<{spelled(kind.item)}>"
    if kind.base == "map":
        return f"Dictionary<string, {spelled(kind.item)}>"
    text = kind.name if kind.base == "struct" else BASES[kind.base]
    return text + "?" if text in ("long", "decimal", "bool") and (kind.nullable or not required) else text


def comment(text, indent):
    lines = textwrap.wrap(escape(text), 110 - len(indent))
    if len(lines) < 2:
        return [f"{indent}/// <summary>{line}</summary>" for line in lines]
    return [f"{indent}/// <summary>", *[f"{indent}/// {line}" for line in lines], f"{indent}/// </summary>"]


def struct(one):
    lines = [*comment(one.text, "    "), f"    public sealed class {one.name}", "    {"]
    for field in one.fields:
        name = pascal(field.name)
        # A member may not have the same name as its class.
        name += "Value" if name == one.name else ""
        kept = "" if field.required else ", NullValueHandling = NullValueHandling.Ignore"
        lines += [
            *comment(field.text, "        "), f'        [JsonProperty("{field.name}"{kept})]',
            f"        public {spelled(field.kind, field.required)} {name} {{ get; set; }}",
        ]
    return [*lines, "    }"]


def write(contract):
    lines = []
    for one in contract.structs.values():
        lines += ["", *struct(one)]
    for actor, operations in actors(contract.operations):
        lines += ["", f"    /// <summary>What {actor} does when it is asked.</summary>",
                  f"    public static class {pascal(actor)}Operations", "    {"]
        for one in operations:
            kind = f"Operation<{spelled(one.request)}, {spelled(one.reply)}>"
            lines += [*comment(one.text, "        "), f"        public static readonly {kind} {pascal(one.name)} =",
                      f'            new {kind}("{actor}", "{one.name}");']
        lines.append("    }")
    for title, text, told in groups(contract):
        lines += ["", f"    /// <summary>{text}</summary>", f"    public static class {title}", "    {"]
        for one in told:
            kind = f"Told<{spelled(one.payload)}>"
            lines += [*comment(one.text, "        "), f"        public static readonly {kind} {pascal(one.name)} =",
                      f'            new {kind}("{one.template}", "{one.type}");']
        lines.append("    }")
    return HEAD + "\n".join(lines).replace("\n\n\n", "\n\n") + "\n}\n"
