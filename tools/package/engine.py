"""An engine for containers with a storage and a network of its own: podman, runc, and podman-compose of PyPI."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pypi  # noqa: E402

COMPOSE = "podman-compose==1.6.0"
# Where hubs and browsers reach the server: the network's own machine (RFC 5737).
ADDRESS = "192.0.2.10"
# Projects of compose files begin with this, and so does what CNI keeps of their networks.
NAMES = "vitalbus-check-"
# crun refuses a machine with both kinds of cgroups, and higher limits than its own.
CONF = """[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
"""
NETWORK = f"ip link set lo up; ip address add {ADDRESS}/32 dev lo; sysctl -qw net.ipv4.ip_forward=1; echo ready; exec sleep infinity"
# Debian's machine has no systemd here, which would start the health checks; the walk runs them.
NOISE = ("systemd connection", "healthcheck: unable", "not a TTY")


def missing() -> str | None:
    """Why no image is built and run here."""
    lacking = [name for name in ("podman", "buildah", "runc", "mmdebstrap", "curl", "ip", "iptables") if not shutil.which(name)]
    if lacking:
        return f"this machine has no {', '.join(lacking)}: apt-get install podman buildah runc mmdebstrap curl iproute2 iptables"
    return "only root may make roots: use sudo" if os.getuid() else None


class Engine:
    """Podman in a folder; containers run in a network that reaches nothing else."""

    def __init__(self, folder: Path) -> None:
        (folder / "containers.conf").write_text(CONF)
        (folder / "networks").mkdir()
        self.folder = folder
        self.words = ["podman", "--root", str(folder / "storage"), "--runroot", str(folder / "run"),
                      "--network-config-dir", str(folder / "networks")]
        self.variables = {**os.environ, "CONTAINERS_CONF": str(folder / "containers.conf")}
        (folder / "podman").write_text(f'#!/bin/sh\nexec {" ".join(self.words)} "$@"\n')
        (folder / "podman").chmod(0o755)
        self.network = subprocess.Popen(["unshare", "--net", "sh", "-c", NETWORK], stdout=subprocess.PIPE, text=True)
        assert self.network.stdout and self.network.stdout.readline() == "ready\n", "namespaces may not be made here"

    def say(self, *words: str, place: Path | None = None, variables: dict[str, str] | None = None, is_out: bool = False,
            seconds: float = 600) -> tuple[int, str]:
        """A command in the engine's network: its status, and what it said. `is_out` leaves it in the machine's."""
        inside = [] if is_out else ["nsenter", f"--net=/proc/{self.network.pid}/ns/net"]
        done = subprocess.run([*inside, *words], text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              cwd=place, env={**self.variables, **(variables or {})}, timeout=seconds)
        kept = [line for line in done.stdout.splitlines() if not any(word in line for word in NOISE)]
        return done.returncode, "\n".join(kept).strip()

    def podman(self, *words: str, is_out: bool = False) -> tuple[int, str]:
        return self.say(*self.words, *words, is_out=is_out)

    def build(self, tag: str, context: Path) -> tuple[int, str]:
        """An image of a folder; packages come from Debian's mirror, by the machine's network."""
        return self.podman("build", "--isolation", "chroot", "--pull=never", "--network", "host", "-t", tag, str(context), is_out=True)

    def end(self) -> None:
        self.podman("rm", "--force", "--all", "--volumes")
        self.podman("rmi", "--force", "--all")
        self.network.kill()
        self.network.wait()
        for left in Path("/var/lib/cni/networks").glob(f"{NAMES}*"):
            shutil.rmtree(left)
        subprocess.run(["umount", "--lazy", str(self.folder / "storage/overlay")], capture_output=True)


class Compose:
    """podman-compose at one compose file."""

    def __init__(self, engine: Engine, *, library: Path, file: Path) -> None:
        self.engine, self.file = engine, file
        self.words = [sys.executable, str(library / "podman_compose.py"), "--podman-path", str(engine.folder / "podman"), "-f", file.name]
        self.library = library

    def run(self, *words: str, tag: str) -> tuple[int, str]:
        variables = {"PYTHONPATH": str(self.library), "VITALBUS_TAG": tag}
        return self.engine.say(*self.words, *words, place=self.file.parent, variables=variables)

    def container(self, service: str) -> str:
        return f"{self.file.parent.name}_{service}_1"

    def inside(self, service: str, *words: str) -> tuple[int, str]:
        """A command in a service's container."""
        return self.engine.podman("exec", self.container(service), *words)


def library() -> tuple[Path | None, str | None]:
    """The folder with podman-compose, or why it cannot be had."""
    return pypi.install(COMPOSE)
