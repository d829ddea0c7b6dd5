"""The later life of an installation in a fresh root: an upgrade from the repository, a removal, a purge."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import roots

PHOTO = Path(__file__).resolve().parents[2] / "Tests/Displays/Fixtures/PhotoReading/drawn-7.png"
# What the packages leave after a purge would be here.
PLACES = "/usr/bin/vitalbus /usr/lib/vitalbus /usr/share/vitalbus /etc/vitalbus /var/lib/vitalbus /etc/logrotate.d/vitalbus"
# The same user's hub after the upgrade, with the flags of its first start.
AGAIN = """cd ~
vitalbus up --no-table >again.log 2>&1 & up=$!
for look in $(seq 600); do grep -q 'works once' again.log && break; kill -0 $up || break; sleep 0.1; done
# Its processes are online a moment later.
for look in $(seq 100); do vitalbus record list --seat room-1 && break; sleep 0.2; done
vitalbus ocr /srv/drawn-7.png --json
kill -INT $up; wait $up; echo "ended $?"
"""
CHECKS = 6


def later(version: str) -> str:
    """A version that apt sorts above this one and below the next."""
    return f"{version}+later"


def repacked(deb: Path, *, out: Path, version: str, to: str = "", change: Callable[[Path], None] | None = None) -> Path:
    """The package under another version, by default the higher one: the same programs, packed fast because only an upgrade needs it.

    `change` may alter the package's files.
    """
    to = to or later(version)
    with tempfile.TemporaryDirectory(dir=out) as folder:
        subprocess.run(["dpkg-deb", "-R", str(deb), f"{folder}/tree"], check=True)
        for path in Path(folder, "tree/DEBIAN").iterdir():
            if path.name != "md5sums":
                path.write_text(re.sub(rf"(?<![\d.]){re.escape(version)}(?![\d.])", to, path.read_text()))
        if change:
            change(Path(folder, "tree"))
        new = out / deb.name.replace(f"_{version}_", f"_{to}_")
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "--build", f"{folder}/tree", str(new)],
                       check=True, stdout=subprocess.DEVNULL)
    return new


def version_of(debs: list[Path]) -> str:
    return debs[0].name.split("_")[1]


def upgrade(counts, root: roots.Root, *, suite: str, version: str, old: str, new: str) -> None:
    """The repository has the later version, which apt installs; the user's hub has what it had."""
    move = f"set -e\nsed -i 's,{old},{new},' /etc/apt/sources.list.d/vitalbus.sources\napt-get update && apt-get install vitalbus"
    code, said = root.run(move)
    _, now = root.run("dpkg-query -W -f '${Version} ' vitalbus vitalbus-ocr")
    counts.check(code == 0 and now.split() == [later(version)] * 2, f"{suite}: apt upgrades both to {now}{'' if not code else said[-500:]}")
    shutil.copy(PHOTO, root.folder / "srv")
    (root.folder / "srv/again.sh").write_text(AGAIN)
    _, said = root.run("su - ada -c 'bash /srv/again.sh'", is_alone=True, seconds=200)
    is_kept = "128/81 mmHg" in said and "ended 0" in said
    counts.check(is_kept, f"{suite}: the upgraded hub has the reading of before{'' if is_kept else ': ' + said[-300:]}")
    counts.check('"sys":145' in said, f"{suite}: the upgraded hub reads the photo")


def removal(counts, root: roots.Root, *, suite: str) -> None:
    """A removal keeps the machine's data and settings, a purge neither, and both keep what people have in their homes."""
    root.run("echo kept >/var/lib/vitalbus/kept")
    code, said = root.run("apt-get remove vitalbus vitalbus-ocr")
    _, left = root.run("ls /usr/bin/vitalbus /usr/lib/vitalbus 2>/dev/null; cat /var/lib/vitalbus/kept; ls /etc/vitalbus")
    is_right = code == 0 and left.split() == ["kept", "vitalbus.yaml"]
    counts.check(is_right, f"{suite}: a removal keeps data and settings alone: {' '.join(left.split()) if not code else said[-400:]}")
    code, said = root.run("apt-get purge vitalbus vitalbus-ocr")
    _, left = root.run(f"ls -d {PLACES} 2>/dev/null")
    counts.check(code == 0 and not left.strip(), f"{suite}: a purge leaves nothing{': ' if left.strip() or code else ''}{left.strip() or (said[-200:] if code else '')}")
    code, _ = root.run("su - ada -c 'grep -q 128 ~/.local/state/vitalbus/records/*'")
    counts.check(code == 0, f"{suite}: the user's own records are still there")
