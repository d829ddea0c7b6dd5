"""The contract in Python: a TypedDict for each object, and constants for operations and publications."""

import keyword
import re
import textwrap

from contract import actors, pascal, snake

HEAD = '''"""The contract on the bus, as types. Written by tools/gen-clients; what is not known yet may come: pass over it."""

from __future__ import annotations

from typing import TYPING

from .operation import Operation, Told

'''
WIDTH = 116
BASES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "any": "Any"}


def spelled(kind):
    if kind.base == "array":
        text = f"List[{spelled(kind.item)}]"
    elif kind.base == "map":
        text = f"Dict[str, {spelled(kind.item)}]"
    else:
        text = kind.name if kind.base == "struct" else BASES[kind.base]
    return f"Optional[{text}]" if kind.nullable and text != "Any" else text


def comment(text):
    return [f"    # {line}" for line in textwrap.wrap(text, WIDTH - 6)]


def docstring(text):
    lines = textwrap.wrap(text.replace("\\", "\\\\"), WIDTH - 10) or ["An object."]
    if len(lines) == 1:
        return [f'    """{lines[0]}"""']
    return [f'    """{lines[0]}', *[f"    {line}" for line in lines[1:]], '    """']


def member(field):
    return spelled(field.kind) if field.required else f"NotRequired[{spelled(field.kind)}]"


def struct(one):
    if any(keyword.iskeyword(field.name) for field in one.fields):
        return by_call(one)
    lines = [f"class {one.name}(TypedDict):", *docstring(one.text), ""]
    for field in one.fields:
        lines += [*comment(field.text), f"    {field.name}: {member(field)}"]
    return lines if one.fields else lines[:-1]


def by_call(one):
    """A TypedDict written as a call, because a member's name is a keyword of the language."""
    lines = [f"{one.name} = TypedDict(", f'    "{one.name}",', "    {"]
    for field in one.fields:
        lines += ["    " + line for line in comment(field.text)] + [f'        "{field.name}": "{member(field)}",']
    return [*lines, "    },", ")"]


def write(contract):
    lines = []
    for one in contract.structs.values():
        lines += ["", *struct(one), ""]
    for actor, operations in actors(contract.operations):
        lines += ["", f"class {pascal(actor)}:", f'    """What {actor} does when it is asked."""', ""]
        for one in operations:
            types = f"{spelled(one.request)}, {spelled(one.reply)}"
            lines += [*comment(one.text), f'    {snake(one.name)} = Operation[{types}]("{actor}", "{one.name}")']
        lines.append("")
    for title, text, told in groups(contract):
        lines += ["", f"class {title}:", f'    """{text}"""', ""]
        for one in told:
            lines += [*comment(one.text), f'    {snake(one.name)} = Told[{spelled(one.payload)}]("{one.template}", "{one.type}")']
        lines.append("")
    text = "\n".join(lines).rstrip() + "\n"
    used = [name for name in ("Any", "Dict", "List", "NotRequired", "Optional", "TypedDict") if re.search(rf"\b{name}\b", text)]
    return HEAD.replace("TYPING", ", ".join(used)) + text


def groups(contract):
    events = [one for one in contract.told if not one.retained]
    kept = [one for one in contract.told if one.retained]
    return (
        ("Events", "What happened; never kept by the broker.", events),
        ("States", "What is so now; kept by the broker, so that a new subscriber has it at once.", kept),
    )
