"""The libraries that programs are linked with: Debian's packages as dependencies, and those that our packages carry."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import cross

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


@dataclass(frozen=True)
class Debian:
    """The Debian whose libraries programs use: this machine, or a folder with those of another processor (`cross.py`)."""

    architecture: str
    root: Path | None = None

    def tool(self, name: str) -> str:
        """A program of binutils that knows this processor's programs."""
        return f"aarch64-linux-gnu-{name}" if self.root else name

    def swift(self) -> str:
        """The version of the compiler, whose runtime the programs contain."""
        if self.root:
            return cross.SWIFT.partition("-")[0]
        found = re.search(r"Swift version (\S+)", said("swift", "--version"))
        return found[1] if found else "unknown"

    def needed(self, program: Path) -> list[Path]:
        """The libraries that a program names directly, without their own dependencies."""
        names = re.findall(r"NEEDED\s+(\S+)", said(self.tool("objdump"), "-p", str(program)))
        if self.root:
            return [path for name in names if (path := self.root / cross.LIBRARIES / name).exists()]
        places = dict(re.findall(r"(\S+) => (/\S+)", said("ldd", str(program))))
        return [Path(places[name]) for name in names if name in places]

    def owner(self, library: Path) -> tuple[str, str]:
        """The package of Debian that has a library, without its architecture, and the package's version."""
        for place in self.spellings(library):
            asked = subprocess.run([*self.query(), "-S", str(place)], text=True, capture_output=True)
            if asked.returncode == 0:
                found = asked.stdout.split(": ")[0].split(",")[0].strip()
                return found.split(":")[0], said(*self.query(), "-W", "-f", "${Version}", found)
        sys.exit(f"package: no package of Debian has {library}: what is it?")

    def spellings(self, library: Path) -> list[Path]:
        """The paths under which dpkg may know a library: /usr/lib and /lib are one folder."""
        paths = [library, library.resolve()]
        if self.root:
            paths = [Path("/") / path.relative_to(self.root) for path in paths]
        paths.append(Path("/usr") / str(paths[0]).lstrip("/"))
        if paths[0].is_relative_to("/usr"):
            paths.append(Path("/") / paths[0].relative_to("/usr"))
        return paths

    def query(self) -> list[str]:
        return ["dpkg-query", *([f"--admindir={self.root / 'var/lib/dpkg'}"] if self.root else [])]

    def carried(self, program: Path) -> list[Path]:
        """The libraries of a program that its package carries; for one of a debug build, Swift's as well."""
        found = [path for path in self.needed(program) if path.name in CARRIED]
        if self.root:
            return found
        swift = re.findall(r"=> (/\S*/swift/\S+)", said("ldd", str(program)))
        return found + sorted({Path(path) for path in swift if SWIFT.match(Path(path).name)})

    def libraries(self, binaries: list[Path], *, without: set[str]) -> list[str]:
        """The packages of the libraries that programs are linked with, in versions that have the symbols they use."""
        is_debug = any(SWIFT.match(library.name) for path in binaries for library in self.needed(path))
        unknown_to_debian = ["--ignore-missing-info"] if is_debug else []
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "debian").mkdir()
            (Path(folder) / "debian/control").write_text("Source: vitalbus\n\nPackage: vitalbus\nArchitecture: any\n")
            command = ["dpkg-shlibdeps", "-O", *unknown_to_debian]
            text = self.asked_there(command, binaries, Path(folder))
        entries = text.strip().partition("shlibs:Depends=")[2].split(", ")
        return [with_new_name(entry) for entry in entries if entry.split()[0] not in without]

    def asked_there(self, command: list[str], binaries: list[Path], folder: Path) -> str:
        """The output of dpkg-shlibdeps in a folder; in another root it sees the folders of the programs, too."""
        if not self.root:
            return said(*command, *(f"-e{path}" for path in binaries), cwd=folder)
        places = {parent: f"/programs/{number}" for number, parent in enumerate(sorted({path.parent for path in binaries}))}
        words = [f"-e{places[path.parent]}/{path.name}" for path in binaries]
        start = ["env", f"DEB_HOST_ARCH={self.architecture}", "sh", "-c", 'cd /source && exec "$@"', "ask"]
        return said(*cross.inside(self.root, *start, *command, *words, binds={folder: "/source", **places}))


def here() -> Debian:
    """This machine."""
    return Debian(said("dpkg", "--print-architecture").strip())


def chosen(architecture: str | None) -> Debian:
    """The Debian for an architecture; another than this machine's is the folder that `cross.py` made."""
    own = here()
    if architecture in (None, own.architecture):
        return own
    return Debian("arm64", cross.target())


def with_new_name(entry: str) -> str:
    """A dependency (`a (>= 1)`) under its name in Debian 13, if that differs."""
    name, _, version = entry.partition(" ")
    if name not in RENAMED:
        return entry
    return f"{entry} | {RENAMED[name]} {version}".rstrip()
