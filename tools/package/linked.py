"""The libraries that programs are linked with: Debian's packages as dependencies, and those that our packages carry."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Debian 13 has another Leptonica under another name (libleptonica6, libleptonica.so.6), so both suites get this one. It
# is in the program's folder, where the RUNPATH ($ORIGIN) finds it, and its own dependencies have the same names in
# both.
CARRIED = {"liblept.so.5"}
# The packages that Debian 13 renamed for 64-bit time. They still provide the older names; a later Debian may stop that.
RENAMED = {"libcurl4": "libcurl4t64", "libpng16-16": "libpng16-16t64", "libzbar0": "libzbar0t64"}
# Swift's libraries, which only the programs of a debug build need.
SWIFT = re.compile(r"lib(swift|_?Foundation|dispatch|BlocksRuntime)")


def said(*command: str, cwd: Path | None = None) -> str:
    """A command's output; the build ends if it fails."""
    done = subprocess.run(command, text=True, capture_output=True, cwd=cwd)
    if done.returncode:
        sys.exit(f"package: {' '.join(command[:3])} failed: {(done.stderr or done.stdout).strip()[-800:]}")
    return done.stdout


def needed(program: Path) -> list[Path]:
    """The libraries that a program names directly, without their own dependencies."""
    names = re.findall(r"NEEDED\s+(\S+)", said("objdump", "-p", str(program)))
    places = dict(re.findall(r"(\S+) => (/\S+)", said("ldd", str(program))))
    return [Path(places[name]) for name in names if name in places]


def owner(library: Path) -> tuple[str, str]:
    """The package of Debian that has a library, without its architecture, and the package's version."""
    spellings = [library, library.resolve(), Path("/usr") / str(library).lstrip("/")]
    if library.is_relative_to("/usr"):
        spellings.append(Path("/") / library.relative_to("/usr"))
    for place in spellings:
        asked = subprocess.run(["dpkg-query", "-S", str(place)], text=True, capture_output=True)
        if asked.returncode == 0:
            found = asked.stdout.split(": ")[0].split(",")[0].strip()
            return found.split(":")[0], said("dpkg-query", "-W", "-f", "${Version}", found)
    sys.exit(f"package: no package of Debian has {library}: what is it?")


def carried(program: Path) -> list[Path]:
    """The libraries of a program that its package carries; for one of a debug build, Swift's as well."""
    found = [path for path in needed(program) if path.name in CARRIED]
    swift = re.findall(r"=> (/\S*/swift/\S+)", said("ldd", str(program)))
    return found + sorted({Path(path) for path in swift if SWIFT.match(Path(path).name)})


def libraries(binaries: list[Path], *, without: set[str]) -> list[str]:
    """The packages of the libraries that programs are linked with, in versions that have the symbols they use."""
    is_debug = any(SWIFT.match(library.name) for path in binaries for library in needed(path))
    unknown_to_debian = ["--ignore-missing-info"] if is_debug else []
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "debian").mkdir()
        (Path(folder) / "debian/control").write_text("Source: vitalbus\n\nPackage: vitalbus\nArchitecture: any\n")
        binaries_words = [f"-e{path}" for path in binaries]
        text = said("dpkg-shlibdeps", "-O", *unknown_to_debian, *binaries_words, cwd=Path(folder))
    entries = text.strip().partition("shlibs:Depends=")[2].split(", ")
    return [with_new_name(entry) for entry in entries if entry.split()[0] not in without]


def with_new_name(entry: str) -> str:
    """A dependency (`a (>= 1)`) under its name in Debian 13, if that differs."""
    name, _, version = entry.partition(" ")
    if name not in RENAMED:
        return entry
    return f"{entry} | {RENAMED[name]} {version}".rstrip()
