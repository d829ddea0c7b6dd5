"""Three versions of a package in a signed repository: one that runs, a newer one, and one whose reader does not start."""

from __future__ import annotations

import functools
import http.server
import os
import re
import shutil
import threading
from pathlib import Path

import life
import linked
import repository

ROOT = Path(__file__).resolve().parents[2]
SUITE = "bookworm"
LIB = "usr/lib/vitalbus"


class Versions:
    """The versions, by what a check does with them."""

    def __init__(self, new: str) -> None:
        # By dpkg's order: ~ is before the version, + after it.
        self.old, self.new, self.broken = f"{new}~1", new, f"{new}+broken"


def put_aside(folder: Path, *, libraries: Path) -> None:
    """Moves Swift's libraries, which only a package of debug programs has: the guest gets them once, to unpack less each time."""
    for path in folder.iterdir():
        if linked.SWIFT.match(path.name):
            shutil.move(path, libraries / path.name)


def made(deb: Path, *, out: Path, libraries: Path) -> Versions:
    """The packages in `out`; all have the programs of `deb`, and not the libraries of Swift, which are put aside."""
    versions = Versions(life.version_of([deb]))
    libraries.mkdir(parents=True)
    out.mkdir()
    for version in (versions.old, versions.new, versions.broken):
        def change(tree: Path, version: str = version) -> None:
            control = tree / "DEBIAN/control"
            put_aside(tree / LIB, libraries=libraries)
            # Each reads the data of the oldest one.
            control.write_text(re.sub(r"(?m)^(Vitalbus-Back-To:).*", rf"\1 {versions.old}", control.read_text()))
            if version == versions.broken:
                reader = tree / LIB / "device-reader"
                reader.unlink()
                reader.write_text("#!/bin/sh\nexit 1\n")
                reader.chmod(0o755)
        life.repacked(deb, out=out, version=versions.new, to=version, change=change)
    return versions


class Counted(http.server.SimpleHTTPRequestHandler):
    """Serves files and counts the packages."""

    def log_message(self, format: str, *words: object) -> None:
        if self.path.endswith(".deb") and self.command == "GET" and words[1:2] == ("200",):
            self.server.fetched += 1


class Repositories:
    """A signed repository for each version, of which one is served at a time: a repository has the newest version only."""

    def __init__(self, debs: Path, *, folder: Path, address: str, port: int) -> None:
        """Signs all by one key; `folder` also gets what a machine needs in its sources."""
        self.folder, self.address, self.port = folder, address, port
        folder.mkdir()
        os.environ.setdefault("SOURCE_DATE_EPOCH", repository.run("git", "-C", str(ROOT), "log", "-1", "--format=%ct").strip())
        home = folder / "gnupg"
        home.mkdir(mode=0o700)
        key = repository.throw_away_key(home, moment=int(os.environ["SOURCE_DATE_EPOCH"]))
        for deb in sorted(debs.glob("*.deb")):
            repository.made(out=folder / life.version_of([deb]), debs=[deb], key=key, home=home, address=f"http://{address}:{port}")

    def offer(self, version: str) -> Path:
        """Serves this version from now on, as newly published; returns its folder."""
        served = self.folder / version
        for path in (served / "dists").rglob("*"):
            os.utime(path)
        new = self.folder / "served.new"
        new.symlink_to(version)
        new.replace(self.folder / "served")
        return served

    def __enter__(self) -> Repositories:
        serve = functools.partial(Counted, directory=str(self.folder / "served"))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), serve)
        self.server.fetched = 0
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
