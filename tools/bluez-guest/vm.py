"""QEMU with the guest in it: its serial radio, its bus and its shell."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

MEMORY_MIB = 160
# Software emulation by default (or kvm), so that every machine runs the same.
ACCEL = os.environ.get("BLUEZ_GUEST_ACCEL", "tcg,tb-size=64")
BUS_PORT, SHELL_PORT = 5001, 5002


class GuestError(Exception):
    """A failure of the guest itself, with the remedy."""


def why_not() -> str | None:
    """The reason why this machine cannot run the guest, or None."""
    if os.uname().machine != "x86_64":
        return "the guest's packages are made for x86_64"
    if not shutil.which("qemu-system-x86_64"):
        return "no qemu-system-x86_64: apt-get install --no-install-recommends qemu-system-x86"
    for program in ("dpkg-deb", "apt-get", "readelf"):
        if not shutil.which(program):
            return f"no {program}: the guest is made of Debian packages"
    try:
        import cryptography  # noqa: F401
    except ImportError:
        return "no python3-cryptography: apt-get install python3-cryptography"
    return None


def die_with_parent() -> None:
    """In the child: asks for SIGKILL when the parent ends in any way."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Machine:
    """One run of QEMU. `radio` receives the bytes that the guest sends to its serial radio."""

    def __init__(self, image: dict, folder: Path, radio: Callable[[bytes], None], memory: Path | None = None,
                 files: Path | None = None, mib: int = MEMORY_MIB) -> None:
        """With `memory` a saved machine continues; otherwise the kernel is started, with this many `mib`.

        The guest may mount the folder `files` (9p, tag `files`).
        """
        self.image, self.folder, self.radio, self.memory = image, folder, radio, memory
        self.files, self.mib = files, mib
        self.process: asyncio.subprocess.Process | None = None
        self.bus_port = self.shell_port = 0
        self.writer: asyncio.StreamWriter | None = None
        self.tasks: list[asyncio.Task] = []

    async def start(self) -> None:
        """Boots, until the guest listens."""
        hci, hci_guest = socket.socketpair()
        qmp, qmp_guest = socket.socketpair()
        bonds = self.folder / "bonds"
        bonds.mkdir(exist_ok=True)
        self.process = await asyncio.create_subprocess_exec(
            "qemu-system-x86_64", *self.arguments(hci_guest.fileno(), qmp_guest.fileno(), bonds),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
            stderr=open(self.folder / "qemu.log", "wb"),
            pass_fds=(hci_guest.fileno(), qmp_guest.fileno()), preexec_fn=die_with_parent, start_new_session=True,
        )
        hci_guest.close()
        qmp_guest.close()
        reader, self.writer = await asyncio.open_connection(sock=hci)
        self.tasks = [asyncio.create_task(self.listen(reader))]
        self.qmp = await asyncio.open_connection(sock=qmp)
        await self.monitor("qmp_capabilities")
        await self.find_ports()
        if self.memory:
            await self.go_on()
        await self.until_it_listens()

    def arguments(self, hci: int, qmp: int, bonds: Path) -> list[str]:
        begin = ["-incoming", f"exec:cat '{self.memory}'"] if self.memory else [
            *("-kernel", str(self.image["kernel"]), "-initrd", str(self.image["initrd"])),
            *("-append", "console=ttyS0 quiet panic=-1 oops=panic mitigations=off cryptomgr.notests no_timer_check"),
        ]
        # restrict=on: the guest can reach nothing; only the two loopback ports lead into it.
        return begin + [
            *("-accel", ACCEL, "-M", "pc", "-m", str(self.mib), "-smp", "1", "-nodefaults", "-no-user-config"),
            *("-display", "none", "-no-reboot", "-rtc", "base=utc"),
            *("-serial", f"file:{self.folder / 'guest.log'}"),
            *("-chardev", f"socket,id=hci,fd={hci}", "-device", "isa-serial,chardev=hci"),
            *("-chardev", f"socket,id=qmp,fd={qmp}", "-mon", "chardev=qmp,mode=control"),
            *("-netdev", "user,id=n,restrict=on,ipv6=off,"
              f"hostfwd=tcp:127.0.0.1:0-:{BUS_PORT},hostfwd=tcp:127.0.0.1:0-:{SHELL_PORT}"),
            *("-device", "virtio-net-pci,netdev=n,romfile=", "-device", "virtio-rng-pci"),
            *("-virtfs", f"local,path={bonds},mount_tag=bonds,security_model=none"),
        ] + (["-virtfs", f"local,path={self.files},mount_tag=files,security_model=none"] if self.files else [])

    async def monitor(self, command: str, **arguments) -> object:
        reader, writer = self.qmp
        writer.write(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while line := await reader.readline():
            answer = json.loads(line)
            if "error" in answer:
                raise GuestError(f"QEMU refused {command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
        raise GuestError(f"QEMU ended: {self.last_words()}")

    async def go_on(self) -> None:
        """Resumes a saved machine, which was stopped when it was saved."""
        while (status := (await self.monitor("query-status"))["status"]) == "inmigrate":
            await asyncio.sleep(0.02)
        if status == "paused":
            await self.monitor("cont")

    async def find_ports(self) -> None:
        """Finds the ports, which QEMU chose itself so that no other process can take them first."""
        shown = str(await self.monitor("human-monitor-command", **{"command-line": "info usernet"}))
        ports = {int(inner): int(outer) for outer, inner in
                 re.findall(r"HOST_FORWARD\]\s+\d+\s+127\.0\.0\.1\s+(\d+)\s+\S+\s+(\d+)", shown)}
        self.bus_port, self.shell_port = ports[BUS_PORT], ports[SHELL_PORT]

    async def until_it_listens(self) -> None:
        limit = float(os.environ.get("BLUEZ_GUEST_BOOT_SECONDS", "120"))
        started = time.monotonic()
        while time.monotonic() - started < limit:
            if self.process and self.process.returncode is not None:
                raise GuestError(f"QEMU ended: {self.last_words()}")
            with contextlib.suppress(OSError, TimeoutError):
                # The forward accepts at once, and resets if nothing listens yet.
                listens = self.memory or b"listening" in (self.folder / "guest.log").read_bytes()
                if listens and "up" in await self.shell("echo up", timeout=5):
                    return
            await asyncio.sleep(0.05)
        raise GuestError(f"the guest did not boot in {limit:.0f} s: {self.last_words()}")

    async def save(self, path: Path) -> None:
        """Stops the machine and saves its state to a file."""
        part = path.with_name("part")
        await self.monitor("stop")
        await self.monitor("migrate", uri=f"exec:cat >'{part}'")
        while (status := (await self.monitor("query-migrate")).get("status")) not in ("completed", "failed"):
            await asyncio.sleep(0.05)
        if status == "failed":
            raise GuestError("QEMU could not save the booted guest")
        part.rename(path)

    def last_words(self) -> str:
        words = b""
        for name in ("qemu.log", "guest.log"):
            with contextlib.suppress(OSError):
                words += (self.folder / name).read_bytes()[-600:]
        return words.decode(errors="replace").strip()[-800:]

    async def listen(self, reader: asyncio.StreamReader) -> None:
        while data := await reader.read(4096):
            self.radio(data)

    def send(self, packet: bytes) -> None:
        """Bytes for the guest's radio."""
        if self.writer and not self.writer.is_closing():
            self.writer.write(packet)

    async def shell(self, command: str, timeout: float = 30) -> str:
        """Runs a shell command in the guest and returns what it printed."""
        async with asyncio.timeout(timeout):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.shell_port)
            try:
                writer.write(f"{command}\nexit\n".encode())
                await writer.drain()
                return (await reader.read()).decode(errors="replace")
            finally:
                writer.close()

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        if self.writer:
            self.writer.close()
        if hasattr(self, "qmp"):
            self.qmp[1].close()
        if self.process and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    def usage(self) -> dict:
        """QEMU's memory and processor time, from /proc."""
        if not self.process or self.process.returncode is not None:
            return {}
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        ticks = os.sysconf("SC_CLK_TCK")
        return {
            "residentMiB": int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) >> 10,
            "cpuSeconds": round((int(fields[11]) + int(fields[12])) / ticks, 2),
        }


async def saved_machine(image: dict, say: Callable[[str], None]) -> Path:
    """The saved memory of a freshly booted guest, made once for each image and QEMU.

    Starting from it takes a second; booting takes ten.
    """
    version = await asyncio.create_subprocess_exec("qemu-system-x86_64", "--version", stdout=asyncio.subprocess.PIPE)
    said, _ = await version.communicate()
    key = hashlib.sha256(said + image["stamp"].encode() + Path(__file__).read_bytes() + ACCEL.encode())
    path = image["kernel"].parent / f"memory-{key.hexdigest()[:16]}"
    with open(path.parent / "memory.lock", "w") as lock:
        await asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_EX)
        if not path.exists():
            started = time.monotonic()
            for old in path.parent.glob("memory-*"):
                old.unlink()
            with tempfile.TemporaryDirectory(prefix="vbg-") as folder:
                machine = Machine(image, Path(folder), lambda data: None)
                try:
                    await machine.start()
                    await machine.shell("bt warm; sync", timeout=120)
                    await machine.save(path)
                finally:
                    await machine.stop()
            say(f"booted once and kept {path.stat().st_size >> 20} MiB of memory, {time.monotonic() - started:.1f} s")
    return path


class BusProxy:
    """The guest's bus as a Unix socket of this machine.

    It authenticates as the guest's root to dbus-daemon, which otherwise refuses a user id that is not its peer's. It
    rejects the passing of file descriptors, which cannot cross, so that a call that needs them fails at once.
    """

    LONGEST_LINE = 16384

    def __init__(self, path: Path, port: Callable[[], int]) -> None:
        self.path, self.port = path, port
        self.connections = 0
        self.server: asyncio.Server | None = None
        self.writers: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        self.path.unlink(missing_ok=True)
        self.server = await asyncio.start_unix_server(self.serve, str(self.path), limit=self.LONGEST_LINE)
        os.chmod(self.path, 0o600)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self.port())
        except OSError:
            return writer.close()
        inner_writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        ends = {writer, inner_writer}
        self.writers |= ends
        back = asyncio.create_task(self.copy(inner_reader, writer))
        try:
            await self.authenticate(reader, inner_writer)
            forth = asyncio.create_task(self.copy(reader, inner_writer))
            await asyncio.wait({back, forth}, return_when=asyncio.FIRST_COMPLETED)
            forth.cancel()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            back.cancel()
            self.writers -= ends
            for end in ends:
                end.close()

    async def authenticate(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            line = await reader.readuntil(b"\r\n")
            words = line.strip(b"\0\r\n").split(b" ")
            start = b"\0" if line.startswith(b"\0") else b""
            if words[0] == b"AUTH" and words[1:2] == [b"EXTERNAL"] and len(words) == 3:
                line = start + b"AUTH EXTERNAL 30\r\n"
            elif words[0] == b"DATA" and len(words) == 2 and words[1]:
                line = b"DATA 30\r\n"
            elif words[0] == b"NEGOTIATE_UNIX_FD":
                line = b"NOT_ACROSS_MACHINES\r\n"
            writer.write(line)
            if words[0] == b"BEGIN":
                return await writer.drain()

    @staticmethod
    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()

    async def stop(self) -> None:
        if self.server:
            self.server.close()
        for writer in list(self.writers):
            writer.close()
        self.path.unlink(missing_ok=True)
