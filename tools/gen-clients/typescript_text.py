"""The contract in TypeScript: an interface for each object, and constants for operations and publications."""

import textwrap

from contract import actors, pascal
from python_text import groups

HEAD = """// The contract on the bus, as types. Written by tools/gen-clients; what is not known yet may come: pass over it.

import { Operation, Told, operation, told } from "./operation";
"""
BASES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "any": "unknown"}


def spelled(kind):
    if kind.base == "array":
        inner = spelled(kind.item)
        text = f"({inner})[]" if "|" in inner else f"{inner}[]"
    elif kind.base == "map":
        text = f"{{ [key: string]: {spelled(kind.item)} }}"
    else:
        text = kind.name if kind.base == "struct" else BASES[kind.base]
    return f"{text} | null" if kind.nullable and text != "unknown" else text


def comment(text, indent=""):
    lines = textwrap.wrap(text.replace("*/", "* /"), 110 - len(indent))
    if len(lines) < 2:
        return [f"{indent}/** {line} */" for line in lines]
    return [f"{indent}/**", *[f"{indent} * {line}" for line in lines], f"{indent} */"]


def struct(one):
    lines = [*comment(one.text), f"export interface {one.name} {{"]
    for field in one.fields:
        mark = "" if field.required else "?"
        lines += [*comment(field.text, "  "), f"  {field.name}{mark}: {spelled(field.kind)};"]
    return [*lines, "}"]


def first_lower(name):
    return name[:1].lower() + name[1:]


def write(contract):
    lines = []
    for one in contract.structs.values():
        lines += ["", *struct(one)]
    for actor, operations in actors(contract.operations):
        lines += ["", f"/** What {actor} does when it is asked. */", f"export const {pascal(actor)} = {{"]
        for one in operations:
            kind = f"Operation<{spelled(one.request)}, {spelled(one.reply)}>"
            lines += [*comment(one.text, "  "), f'  {one.name}: operation("{actor}", "{one.name}") as {kind},']
        lines.append("};")
    for title, text, told in groups(contract):
        lines += ["", f"/** {text} */", f"export const {title} = {{"]
        for one in told:
            kind = f"Told<{spelled(one.payload)}>"
            lines += [*comment(one.text, "  "), f'  {first_lower(one.name)}: told("{one.template}", "{one.type}") as {kind},']
        lines.append("};")
    return HEAD + "\n".join(lines) + "\n"
