"""Man pages of the programs, from their own output: `--experimental-dump-help` and `--config-keys`."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from pathlib import Path


def asked(program: Path, name: str, *arguments: str) -> str:
    """The output of a program started under a name; an actor's name makes `vitalbus` that actor."""
    return subprocess.run([name, *arguments], executable=program, check=True, text=True, capture_output=True).stdout


def escaped(text: str) -> str:
    """Text that troff shows literally."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def paragraphs(text: str) -> list[str]:
    """Running text is filled; lines that are indented, or end as keys' listings do, stay as they are."""
    lines: list[str] = []
    for block in text.strip("\n").split("\n\n"):
        shown = escaped(block)
        is_listing = "\n" in block
        lines += [".PP"] + ([".nf", shown, ".fi"] if is_listing else [shown])
    return lines


def spelling(argument: dict) -> str:
    """An argument as it is written: `--site <id>`, `-h, --help`, `<file>`."""
    value = f"<{argument['valueName']}>" if argument.get("valueName") else ""
    if argument["kind"] == "positional":
        return value
    names = [("-" if name["kind"] != "long" else "--") + name["name"] for name in argument.get("names") or []]
    return ", ".join(names) + (f" {value}" if argument["kind"] == "option" else "")


def synopsis(words: list[str], command: dict) -> str:
    shown = [a for a in command.get("arguments") or [] if a["shouldDisplay"]]
    flags = " [options]" if any(a["kind"] != "positional" for a in shown) else ""
    places = [spelling(a) + ("..." if a["isRepeating"] else "") for a in shown if a["kind"] == "positional"]
    optional = {spelling(a) for a in shown if a["isOptional"]}
    places = [f"[{p}]" if p.rstrip(".") in optional else p for p in places]
    more = " <subcommand>" if command.get("subcommands") else ""
    return " ".join(words) + flags + "".join(f" {p}" for p in places) + more


def arguments(command: dict) -> list[str]:
    lines: list[str] = []
    for argument in command.get("arguments") or []:
        if not argument["shouldDisplay"]:
            continue
        words = argument.get("abstract") or ""
        if standard := argument.get("defaultValue"):
            words += f" (default: {standard})"
        if values := argument.get("allValues"):
            words += f" (values: {', '.join(values)})"
        lines += [".TP", rf"\fB{escaped(spelling(argument))}\fR", escaped(words.strip())]
    return [".SH OPTIONS", *lines] if lines else []


def page(words: list[str], command: dict, section: int, version: str, title: str) -> str:
    """One page; `words` is its command line, `title` its name."""
    lines = [f'.TH "{title.upper()}" {section} "" "vitalbus {version}" "VitalBus"', ".SH NAME",
             f"{escaped(title)} \\- {escaped((command.get('abstract') or '').rstrip('.'))}",
             ".SH SYNOPSIS", rf"\fB{escaped(synopsis(words, command))}\fR"]
    if discussion := command.get("discussion"):
        lines += [".SH DESCRIPTION", *paragraphs(discussion)[1:]]
    lines += arguments(command)
    below = [c for c in command.get("subcommands") or [] if c["shouldDisplay"] and c["commandName"] != "help"]
    if below:
        lines.append(".SH COMMANDS")
        for sub in below:
            name = "-".join([*words, sub["commandName"]])
            lines += [".TP", rf"\fB{escaped(name)}\fR(1)", escaped(sub.get("abstract") or "")]
    lines += [".SH SEE ALSO", r"\fBvitalbus\fR(1), \fBvitalbus.yaml\fR(5), /usr/share/doc/vitalbus/README.md"]
    return "\n".join(lines) + "\n"


def pages(words: list[str], command: dict, version: str) -> dict[str, str]:
    """The pages of a command and of all below it, by file name."""
    title = "-".join(words)
    found = {f"{title}.1": page(words, command, 1, version, title)}
    for sub in command.get("subcommands") or []:
        if sub["shouldDisplay"] and sub["commandName"] != "help":
            found |= pages([*words, sub["commandName"]], sub, version)
    return found


def help_of(program: Path, name: str) -> dict:
    return json.loads(asked(program, name, "--experimental-dump-help"))["command"]


def actor_page(program: Path, actor: str, version: str) -> str:
    """Its keys stand in vitalbus.yaml(5), whose discussion in `--help` they are."""
    command = help_of(program, actor)
    command["discussion"] = (f"One process of a hub, which systemd runs as vitalbus-{actor}. Its configuration keys stand in "
                             "vitalbus.yaml(5).")
    return page([actor], command, 8, version, f"vitalbus-{actor}")


def keys_page(programs: dict[str, Path], version: str) -> str:
    """vitalbus.yaml(5): the common keys, and each actor's own."""
    lines = [f'.TH "VITALBUS.YAML" 5 "" "vitalbus {version}" "VitalBus"', ".SH NAME",
             r"vitalbus.yaml \- the configuration of all processes of a hub", ".SH DESCRIPTION",
             escaped("Keys at the top level are common to all processes, those in a section named like a process are its own. "
                     "Variables of the environment override the file, --set overrides both. --check-config checks a file.")]
    for actor, program in programs.items():
        common, _, own = asked(program, actor, "--config-keys").partition(f"Keys of {actor}:\n")
        if actor == next(iter(programs)):
            lines += [".SH COMMON KEYS", *key_lines(common.partition("\n")[2])]
        lines += [f'.SH "KEYS OF {actor.upper()}"', *key_lines(own)]
    return "\n".join(lines) + "\n"


def key_lines(listing: str) -> list[str]:
    lines: list[str] = []
    for line in listing.splitlines():
        if line.startswith("      "):
            lines += [escaped(line.strip())] if lines[-2] == ".TP" else [".br", escaped(line.strip())]
        elif line.strip():
            lines += [".TP", rf"\fB{escaped(line.strip())}\fR"]
    return lines


def write(folder: Path, found: dict[str, str]) -> None:
    """Compresses the pages without a time, so that two builds of one tree are equal."""
    for name, text in found.items():
        path = folder / f"man{name[-1]}" / f"{name}.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
