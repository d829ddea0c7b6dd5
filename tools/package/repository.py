#!/usr/bin/python3
"""Makes a signed apt repository of packages for Debian 12 and 13: a folder that any web server serves.

  tools/package/repository.py --out DIR [--debs DIR] [--key ID] [--address URL]

`tools/dev repository` builds the packages first where none are named. ID is a key of this user's GnuPG. Without one, a throw-away
key is made for this folder, good for tries and for nothing else. The same packages and the same key make the same bytes: times are
those of SOURCE_DATE_EPOCH, by default the commit's. DIR is replaced as a whole, once everything in it is signed and verified.
With URL, where the folder will be served, each suite gets a file that adds the repository with its key to a machine's apt.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from email.utils import formatdate
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUITES = {"bookworm": "Debian 12", "trixie": "Debian 13"}
KEYRING = "vitalbus.asc"
TRY_KEY = "VitalBus tries (not for releases)"


def run(*command: str, variables: dict[str, str] | None = None) -> str:
    """A command's output; the work ends if it fails."""
    done = subprocess.run(command, text=True, capture_output=True, env={**os.environ, **(variables or {})})
    if done.returncode:
        sys.exit(f"repository: {shlex.join(command[:4])} failed: {(done.stderr or done.stdout).strip()[-800:]}")
    return done.stdout


def architectures(debs: list[Path]) -> list[str]:
    return sorted({run("dpkg-deb", "--field", str(deb), "Architecture").strip() for deb in debs})


def throw_away_key(home: Path, *, moment: int) -> str:
    """The fingerprint of a key with the time of the commit, because a signature older than its key does not verify."""
    run("gpg", "--homedir", str(home), "--batch", "--faked-system-time", f"{moment}!", "--pinentry-mode", "loopback",
        "--passphrase", "", "--quick-gen-key", TRY_KEY, "ed25519", "sign", "never")
    return fingerprint(home=home, key=TRY_KEY)


def fingerprint(*, home: Path | None, key: str) -> str:
    words = ["--homedir", str(home)] if home else []
    listing = run("gpg", *words, "--batch", "--with-colons", "--list-secret-keys", f"={key}" if key == TRY_KEY else key)
    found = [line.split(":")[9] for line in listing.splitlines() if line.startswith("fpr:")]
    primary = sum(line.startswith("sec:") for line in listing.splitlines())
    if primary != 1:
        sys.exit(f"repository: {key} names {primary} secret keys, and one signs")
    return found[0]


def signer(*, home: Path | None, key: str, moment: int) -> str:
    """The script that reprepro calls with a Release file and the names of what to make of it; it also takes the clock out."""
    words = ["gpg", *(["--homedir", str(home)] if home else []), "--batch", "--yes", "--faked-system-time", f"{moment}!",
             "--digest-algo", "SHA512", "--local-user", key]
    gpg, date = shlex.join(words), formatdate(moment, usegmt=True).replace("GMT", "UTC")
    return (f"#!/bin/sh\nset -e\nsed -i 's/^Date: .*/Date: {date}/' \"$1\"\n"
            f'[ -z "$2" ] || {gpg} --clear-sign --output "$2" "$1"\n'
            f'[ -z "$3" ] || {gpg} --armor --detach-sign --output "$3" "$1"\n')


def configuration(*, known: list[str]) -> str:
    blocks = [
        f"Origin: VitalBus\nLabel: VitalBus\nCodename: {suite}\nArchitectures: {' '.join(known)}\nComponents: main\n"
        f"Description: VitalBus for {debian}\nSignWith: !sign\n" for suite, debian in SUITES.items()
    ]
    return "\n".join(blocks)


def fill(base: Path, *, debs: list[Path], sign: str) -> None:
    """Puts packages into both suites, in a folder of reprepro; one file of each, because both suites get the same."""
    (base / "conf").mkdir()
    (base / "conf/distributions").write_text(configuration(known=architectures(debs)))
    (base / "conf/sign").write_text(sign)
    (base / "conf/sign").chmod(0o755)
    for suite in SUITES:
        run("reprepro", "-b", str(base), "includedeb", suite, *map(str, debs))


def source(suite: str, *, address: str, key: str) -> str:
    """What a machine needs in /etc/apt/sources.list.d: the address, and the key within (deb822, apt 2.4 and newer)."""
    lines = "\n".join(f" {line or '.'}" for line in key.strip().splitlines())
    return f"Types: deb\nURIs: {address}\nSuites: {suite}\nComponents: main\nSigned-By:\n{lines}\n"


def publish(base: Path, *, out: Path, home: Path | None, key: str, address: str | None) -> None:
    """What is served: packages, indices and the public key; verified as apt would, before it replaces what was there."""
    ready = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    ready.chmod(0o755)
    for name in ("dists", "pool"):
        shutil.move(base / name, ready / name)
    words = ["--homedir", str(home)] if home else []
    (ready / KEYRING).write_text(run("gpg", *words, "--batch", "--armor", "--export-options", "export-minimal", "--export", key))
    for suite in SUITES if address else []:
        (ready / f"{suite}.sources").write_text(source(suite, address=address, key=(ready / KEYRING).read_text()))
    with tempfile.TemporaryDirectory() as folder:
        ring = f"{folder}/ring.gpg"
        run("gpg", "--batch", "--dearmor", "--output", ring, str(ready / KEYRING))
        for suite in SUITES:
            run("gpgv", "--keyring", ring, str(ready / "dists" / suite / "InRelease"))
    if out.exists():
        shutil.rmtree(out)
    ready.rename(out)


def made(*, out: Path, debs: list[Path], key: str | None, home: Path | None = None, address: str | None = None) -> None:
    """The repository in `out`; `home` is GnuPG's folder where it is not the user's."""
    moment = int(os.environ["SOURCE_DATE_EPOCH"])
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base"
        base.mkdir()
        if not key:
            home = Path(folder) / "gnupg"
            home.mkdir(mode=0o700)
            throw_away_key(home, moment=moment)
        name = fingerprint(home=home, key=key or TRY_KEY)
        fill(base, debs=debs, sign=signer(home=home, key=name, moment=moment))
        publish(base, out=out, home=home, key=name, address=address)
        if home:
            run("gpgconf", "--homedir", str(home), "--kill", "gpg-agent")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        pass


def served(folder: Path, *, port: int = 0) -> tuple[http.server.ThreadingHTTPServer, str]:
    """A web server for a folder on this machine's loopback, at any port or a given one, and its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}"


def main() -> int:
    arguments = argparse.ArgumentParser(prog="repository.py", description=__doc__,
                                        formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--out", type=Path, required=True, metavar="DIR")
    arguments.add_argument("--debs", type=Path, default=ROOT / ".build-package/debs", metavar="DIR")
    arguments.add_argument("--key", metavar="ID")
    arguments.add_argument("--address", metavar="URL")
    given = arguments.parse_args()
    debs, out = sorted(given.debs.resolve().glob("vitalbus*.deb")), given.out.resolve()
    if not debs:
        sys.exit(f"repository: no packages in {given.debs}: tools/dev package builds them")
    if missing := [name for name in ("reprepro", "gpg", "gpgv", "dpkg-deb") if not shutil.which(name)]:
        sys.exit(f"repository: {', '.join(missing)} is missing: apt-get install reprepro gnupg gpgv dpkg")
    if out.exists() and not (out / "dists").is_dir() and any(out.iterdir()):
        sys.exit(f"repository: {out} is no repository: name an empty folder")
    out.parent.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("SOURCE_DATE_EPOCH", run("git", "-C", str(ROOT), "log", "-1", "--format=%ct").strip())
    made(out=out, debs=debs, key=given.key, address=given.address)
    print(f"{out}: {len(debs)} packages for {', '.join(SUITES)}; {'key ' + given.key if given.key else 'a throw-away key'}, {KEYRING}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
