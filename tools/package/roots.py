"""Fresh Debians in folders: made once by mmdebstrap, kept as archives, and entered in separate namespaces."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# apt keeps what it fetched, and asks nothing; downloads outlive the root.
APT = 'APT::Keep-Downloaded-Packages "true";\nAPT::Get::Assume-Yes "true";\n'
VARIABLES = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", "LANG=C.UTF-8", "HOME=/root", "LC_ALL=C.UTF-8"]
ENTER = """set -e
[ -z "$ALONE" ] || ip link set lo up
mount --bind /dev "$1/dev"; mount -t proc proc "$1/proc"; mount -t tmpfs tmpfs "$1/run"
mount --bind "$2" "$1/var/cache/apt/archives"
cp /etc/resolv.conf "$1/etc/resolv.conf" 2>/dev/null || true
root=$1; shift 2; exec chroot "$root" env -i "$@"
"""


# For what may change a root alone.
READ_ONLY = 'for place in /etc /usr; do mount --bind $place $place; mount -o remount,bind,ro $place; done; exec "$@"'


class Missing(Exception):
    """The reason why there is no root here."""


class Root:
    """One Debian in a folder."""

    def __init__(self, folder: Path, *, archives: Path) -> None:
        self.folder, self.archives = folder, archives

    def run(self, script: str, *, is_alone: bool = False, seconds: float = 900) -> tuple[int, str]:
        """Runs a script in its root, optionally without a network; returns the exit status and the output."""
        words = ["unshare", "--mount", "--pid", "--fork", "--kill-child", *(["--net"] if is_alone else [])]
        inner = ["bash", "-c", ENTER, "enter", str(self.folder), str(self.archives), *VARIABLES, "bash", "-c", script]
        try:
            done = subprocess.run([*words, "env", f"ALONE={'1' if is_alone else ''}", *inner], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=seconds)
        except subprocess.TimeoutExpired as late:
            said = late.stdout or b""
            return 124, (said if isinstance(said, str) else said.decode(errors="replace")) + f"\nit ran for {seconds:.0f} s"
        return done.returncode, done.stdout


def name_of(suite: str, architecture: str | None) -> str:
    return f"{suite}-{architecture}" if architecture else suite


def base(suite: str, *, cache: Path, architecture: str | None = None) -> Path:
    """The archive of a suite's smallest Debian with apt's lists, for this processor or another; made if missing (two minutes)."""
    archive = cache / f"{name_of(suite, architecture)}.tar"
    if archive.exists():
        return archive
    if not shutil.which("mmdebstrap"):
        raise Missing("no mmdebstrap: apt-get install mmdebstrap")
    cache.mkdir(parents=True, exist_ok=True)
    new = archive.with_name(f"new-{archive.name}")
    options = ["--include=ca-certificates", "--skip=cleanup/apt/lists"]
    before: list[str] = []
    if architecture:
        # This processor's dpkg unpacks and configures from outside, so nothing is emulated; it may not write to this machine's folders.
        options = ["--mode=chrootless", f"--architectures={architecture}", "--skip=cleanup/apt/lists,check/chrootless"]
        before = ["unshare", "--mount", "sh", "-c", READ_ONLY, "outside"]
    command = ["mmdebstrap", "--variant=minbase", *options, suite, str(new)]
    done = subprocess.run([*before, *command], text=True, capture_output=True)
    if done.returncode:
        new.unlink(missing_ok=True)
        raise Missing(f"{shlex.join(command[:2])} {suite} failed: {' '.join(done.stderr.strip().splitlines()[-2:])}")
    new.rename(archive)
    return archive


@contextmanager
def fresh(suite: str, *, cache: Path, architecture: str | None = None) -> Iterator[Root]:
    """An unused root, which is removed afterwards."""
    archive, archives = base(suite, cache=cache, architecture=architecture), cache / f"{name_of(suite, architecture)}-archives"
    (archives / "partial").mkdir(parents=True, exist_ok=True)
    for old in archives.glob("vitalbus*.deb"):
        old.unlink()
    with tempfile.TemporaryDirectory(prefix=f"{suite}-", dir=cache) as folder:
        subprocess.run(["tar", "-C", folder, "-xf", str(archive)], check=True)
        (Path(folder) / "etc/apt/apt.conf.d/90check").write_text(APT)
        yield Root(Path(folder), archives=archives)
