"""A Debian with systemd in QEMU: its disk, its radio, its shell, and the cuff near it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "bluez-guest"))

import vm  # noqa: E402
from radio.hci import H4Parser  # noqa: E402
from radio.scenario import Measurement, Scenario  # noqa: E402
from radio.truth import Truth  # noqa: E402
from radio.world import World  # noqa: E402

CACHE = Path(os.environ.get("PACKAGE_GUEST_CACHE") or Path.home() / ".cache/vitalbus/package-guest")
# The kernel is that of tools/bluez-guest: 6.1 oopses when a link ends while it is being set up. The packages'
# dependencies are installed, because the guest reaches no mirror.
PACKAGES = """
    systemd systemd-sysv dbus udev kmod initramfs-tools linux-image-6.12-amd64 bluez mosquitto adduser ca-certificates
    logrotate libcurl4 libmosquitto1 libsqlite3-0 zlib1g libstdc++6 libdbus-1-3 liblept5 libheif1 libopenblas0
    libopenblas0-serial libzbar0 libqrencode4 procps iproute2
""".split()
MIRRORS = ["http://deb.debian.org/debian", "deb http://deb.debian.org/debian-security bookworm-security main"]
DISK_SIZE = "3G"
MEMORY_MIB = 1024
BOOT_SECONDS = 300
FILES = {
    "etc/hostname": "guest\n",
    "etc/fstab": "/dev/vda / ext4 errors=remount-ro 0 1\nfiles /mnt 9p trans=virtio,version=9p2000.L,ro,nofail 0 0\n",
    "etc/systemd/network/eth.network": "[Match]\nName=eth0\n[Network]\nAddress=10.0.2.15/24\nGateway=10.0.2.2\n",
    "etc/modules-load.d/guest.conf": "hci_uart\n9pnet_virtio\n",
    "etc/systemd/system/check-shell.socket":
        f"[Socket]\nListenStream={vm.SHELL_PORT}\nAccept=yes\n[Install]\nWantedBy=sockets.target\n",
    "etc/systemd/system/check-shell@.service":
        "[Service]\nExecStart=-/bin/bash\nStandardInput=socket\nStandardOutput=socket\nStandardError=socket\n",
    "etc/systemd/system/adapter.service":
        "[Service]\nExecStart=/usr/bin/btattach -B /dev/ttyS1 -P h4 -S 115200 -N\nRestart=always\n"
        "[Install]\nWantedBy=multi-user.target\n",
    # The simulated service runs on the host; a destination without TLS may be on the own machine only.
    "etc/systemd/system/cloud.socket": "[Socket]\nListenStream=127.0.0.1:8088\n[Install]\nWantedBy=sockets.target\n",
    "etc/systemd/system/cloud.service":
        "[Service]\nEnvironmentFile=/etc/cloud.env\nExecStart=/lib/systemd/systemd-socket-proxyd 10.0.2.2:${CLOUD_PORT}\n",
}
# The guest's disk and nothing else: an emulated processor unpacks all drivers of Debian for some ten seconds at each start.
EARLY = """mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/etc/initramfs-tools/hooks"
echo MODULES=list >"$1/etc/initramfs-tools/conf.d/guest"
printf '#!/bin/sh\\n[ "$1" != prereqs ] || exit 0\\n. /usr/share/initramfs-tools/hook-functions\\n' >"$1/etc/initramfs-tools/hooks/guest"
echo 'force_load virtio_pci; force_load virtio_blk; force_load ext4' >>"$1/etc/initramfs-tools/hooks/guest"
chmod 755 "$1/etc/initramfs-tools/hooks/guest"
"""
LINKS = {
    "multi-user.target.wants/adapter.service": "/etc/systemd/system/adapter.service",
    "multi-user.target.wants/systemd-networkd.service": "/lib/systemd/system/systemd-networkd.service",
    "sockets.target.wants/check-shell.socket": "/etc/systemd/system/check-shell.socket",
    "sockets.target.wants/cloud.socket": "/etc/systemd/system/cloud.socket",
    "apt-daily.timer": "/dev/null", "apt-daily-upgrade.timer": "/dev/null", "e2scrub_all.timer": "/dev/null",
}
CUFF = "F0:0D:00:00:00:01"
SCENARIO = {"seed": 5, "timing": {"temporaryTimeout": 600},
            "devices": [{"address": CUFF, "name": "Cuff", "battery": 90, "idleSeconds": 8}]}


def why_not() -> str | None:
    """The reason why this machine cannot run the guest, or None."""
    if os.geteuid():
        return "only root makes the guest's disk"
    for program, package in (("mmdebstrap", "mmdebstrap"), ("mke2fs", "e2fsprogs")):
        if not shutil.which(program):
            return f"no {program}: apt-get install {package}"
    return vm.why_not()


def slowness() -> float:
    """How many times longer than alone a process takes on this machine now."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def acceleration() -> str:
    """Hardware virtualisation only on request, because it does not always start inside a virtual machine."""
    return os.environ.get("PACKAGE_GUEST_ACCEL", "tcg,thread=multi,tb-size=512")


def image(say) -> dict:
    """The paths of the guest's `kernel`, `initrd` and `disk`; made once for each recipe, with root's rights."""
    stamp = hashlib.sha256(repr((PACKAGES, MIRRORS, FILES, EARLY, LINKS, DISK_SIZE)).encode()).hexdigest()[:16]
    folder = CACHE / stamp
    paths = {name: folder / name for name in ("kernel", "initrd", "disk")}
    if not all(path.exists() for path in paths.values()):
        started = time.monotonic()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
            fill(Path(scratch) / "root", paths)
        say(f"the guest's disk made in {time.monotonic() - started:.0f} s")
    return paths


def fill(root: Path, paths: dict) -> None:
    run("mmdebstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", "--aptopt=APT::Install-Recommends false",
        "--dpkgopt=path-exclude=/usr/share/locale/*", f"--essential-hook={EARLY}", "bookworm", str(root), *MIRRORS)
    for place, text in FILES.items():
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for place, to in LINKS.items():
        path = root / "etc/systemd/system" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(to)
    for name, pattern in (("kernel", "vmlinuz-*"), ("initrd", "initrd.img-*")):
        shutil.copy(next(iter(sorted((root / "boot").glob(pattern)))), paths[name])
    part = paths["disk"].with_name("part")
    run("mke2fs", "-q", "-t", "ext4", "-d", str(root), str(part), DISK_SIZE)
    part.rename(paths["disk"])


def run(*command: str) -> None:
    done = subprocess.run(command, text=True, capture_output=True)
    if done.returncode:
        raise vm.GuestError(f"{command[0]} failed: {(done.stderr or done.stdout).strip()[-400:]}")


class Debian(vm.Machine):
    """One run of the guest on a persistent disk."""

    def __init__(self, paths: dict, folder: Path, radio, disk: Path, files: Path, lan: list[str]) -> None:
        super().__init__(paths, folder, radio, files=files, mib=MEMORY_MIB)
        self.disk, self.lan = disk, lan

    def arguments(self, hci: int, qmp: int, bonds: Path) -> list[str]:
        return [
            *("-kernel", str(self.image["kernel"]), "-initrd", str(self.image["initrd"])),
            *("-append", "root=/dev/vda rw console=ttyS0 net.ifnames=0 mitigations=off cryptomgr.notests no_timer_check quiet panic=-1"),
            *("-accel", acceleration(), "-M", "pc", "-m", str(self.mib), "-smp", "2", "-nodefaults", "-no-user-config"),
            *("-display", "none", "-rtc", "base=utc"),
            # A cut ends QEMU and not this machine: what the guest has written is in the file without this machine's own flushes.
            *("-drive", f"file={self.disk},format=raw,if=virtio,cache=unsafe"),
            *("-serial", f"file:{self.folder / 'guest.log'}"),
            *("-chardev", f"socket,id=hci,fd={hci}", "-device", "isa-serial,chardev=hci"),
            *("-chardev", f"socket,id=qmp,fd={qmp}", "-mon", "chardev=qmp,mode=control"),
            *("-netdev", f"user,id=n,ipv6=off,hostfwd=tcp:127.0.0.1:0-:{vm.BUS_PORT},"
              f"hostfwd=tcp:127.0.0.1:0-:{vm.SHELL_PORT}"),
            *("-device", "virtio-net-pci,netdev=n,romfile=", "-device", "virtio-rng-pci"),
            *self.lan,
            *("-virtfs", f"local,path={self.files},mount_tag=files,security_model=none"),
        ]

    async def until_it_listens(self) -> None:
        started = time.monotonic()
        while time.monotonic() - started < BOOT_SECONDS * slowness():
            if self.process and self.process.returncode is not None:
                raise vm.GuestError(f"QEMU ended: {self.last_words()}")
            with contextlib.suppress(OSError, TimeoutError):
                if "up" in await self.shell("echo up", timeout=10):
                    return
            await asyncio.sleep(0.5)
        raise vm.GuestError(f"the guest did not boot in {BOOT_SECONDS} s: {self.last_words()}")


def cable(port: int, number: int) -> list[str]:
    """A second network card, `eth1`, on a cable between two guests; the first one, number 1, waits for the other."""
    end = "listen" if number == 1 else "connect"
    return ["-netdev", f"socket,id=lan,{end}=127.0.0.1:{port}",
            "-device", f"virtio-net-pci,netdev=lan,romfile=,mac=52:54:00:77:00:{number:02x}"]


class Room:
    """The guest with its disk, and the air around it, which outlive a power cut."""

    def __init__(self, paths: dict, folder: Path, files: Path, lan: list[str] | None = None) -> None:
        self.paths, self.folder, self.files, self.lan = paths, folder, files, lan or []
        self.disk = folder / "disk"
        run("cp", "--sparse=always", str(paths["disk"]), str(self.disk))
        self.truth = Truth(str(folder / "truth.jsonl"))
        self.world = World(Scenario.read(SCENARIO), self.truth, folder, self)
        self.machine: Debian | None = None

    def send(self, packet: bytes) -> None:
        """Passes a packet from the world to the guest's radio."""
        if self.machine:
            self.machine.send(packet)

    async def power_on(self) -> None:
        parser = H4Parser(lambda kind, body: self.world.controller.receive(kind, body))
        self.machine = Debian(self.paths, self.folder, parser.feed, self.disk, self.files, self.lan)
        await self.machine.start()
        if not self.world.devices:
            self.world.begin()

    async def cut_power(self) -> None:
        """Cuts the power: the guest loses all unflushed data."""
        machine, self.machine = self.machine, None
        if machine:
            await machine.stop()

    def cuff_awake(self) -> None:
        self.world.device(CUFF).wake()

    def cuff_measures(self, systolic: int) -> None:
        words = {"systolic": systolic, "diastolic": 80, "pulse": 60}
        self.world.device(CUFF).measure(Measurement.read(words, "bloodPressure", "the check's measurement"))
