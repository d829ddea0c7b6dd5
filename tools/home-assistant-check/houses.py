"""Home Assistants from PyPI, and the Pythons that run them, in .build/home-assistant; the first time takes some
minutes.

They need newer Pythons than Debian 12 has, from Debian's sid in a folder that is entered with chroot. The mirror's sid
may be some weeks old; its signature is checked, its age is not.
"""

import json
import os
import shlex
import shutil
import subprocess
import threading
import queue
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / ".build" / "home-assistant"
DEBIAN = CACHE / "debian"
# The Python that each version requires (Requires-Python) and has wheels for.
PYTHONS = {"2025.4.0": "python3.13", "2026.2.3": "python3.13", "2026.11.0": "python3.14"}
PATIENCE = 1200  # seconds for one installation


class Missing(Exception):
    """The reason why a Home Assistant is not available here."""


class House:
    """One installed Home Assistant: the command for its Python, and the paths of its files inside the chroot."""

    def __init__(self, version):
        self.version, self.place = version, Path("/opt") / version
        self.done = DEBIAN / "opt" / f"{version}.done"

    def ready(self):
        """Installs it if necessary."""
        if self.done.exists():
            return self
        CACHE.mkdir(parents=True, exist_ok=True)
        self.debian()
        self.call(f"{PYTHONS[self.version]} -m venv --clear {self.place} && {self.place}/bin/pip install -q uv", PATIENCE)
        limits, needs = self.wanted()
        # uv resolves in a minute what takes pip an hour.
        self.call(f"{self.place}/bin/uv pip install -q --python {self.place}/bin/python -c {limits} {needs}", PATIENCE)
        self.done.write_text("")
        return self

    def debian(self):
        """Makes the folder with the Pythons from Debian's sid."""
        if os.geteuid() != 0 or not shutil.which("mmdebstrap"):
            raise Missing("a newer Python needs root and mmdebstrap")
        if not (CACHE / "debian.done").exists():
            shutil.rmtree(DEBIAN, ignore_errors=True)
            done = subprocess.run(
                ["mmdebstrap", "--variant=minbase", "--include=python3.13-venv,python3.14-venv,python3.13-dev,python3.14-dev,g++,ca-certificates",
                 "--aptopt=APT::Install-Recommends false", "--aptopt=Acquire::Check-Valid-Until false", "sid", str(DEBIAN),
                 "http://deb.debian.org/debian"], capture_output=True, text=True, timeout=PATIENCE)
            if done.returncode:
                raise Missing(f"Debian's newer Pythons cannot be had: {done.stderr.strip()[-200:]}")
            (CACHE / "debian.done").write_text("")
        for file in ("etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt"):
            if Path("/", file).exists():
                shutil.copyfile(Path("/", file), DEBIAN / file)

    def wanted(self, parts=("mqtt", "hassio"), deep=False):
        """The file of the versions that Home Assistant was tested with, as a path inside, and some parts' requirements.

        `deep` adds the parts' dependencies, with their requirements.
        """
        folder = DEBIAN / "tmp"
        self.call(
            f"{self.place}/bin/pip download -q --no-deps --only-binary :all: -d {self.seen(folder)} homeassistant=={self.version}",
            PATIENCE,
        )
        wheel = next(folder.glob(f"homeassistant-{self.version}-*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            (folder / f"{self.version}.txt").write_bytes(archive.read("homeassistant/package_constraints.txt"))
            needs = needed(archive, parts, deep)
        wheel.unlink()
        return self.seen(folder / f"{self.version}.txt"), shlex.join([f"homeassistant=={self.version}", *needs])

    def with_frontend(self):
        """Adds Home Assistant's pages for a browser: the frontend that this version pins, and its dependencies."""
        done = self.done.with_suffix(".frontend")
        if not done.exists():
            # The frontend asks for the list of services, which imports the last three.
            parts = ("frontend", "onboarding", "recorder", "history", "ai_task", "assist_satellite", "camera")
            limits, needs = self.wanted(parts, deep=True)
            self.call(f"{self.place}/bin/uv pip install -q --python {self.place}/bin/python -c {limits} {needs}", PATIENCE)
            done.write_text("")
        return self

    def seen(self, path):
        """The path inside the chroot."""
        return Path("/") / path.relative_to(DEBIAN)

    def call(self, line, patience):
        try:
            done = subprocess.run(self.words(line), capture_output=True, text=True, timeout=patience)
        except subprocess.TimeoutExpired:
            raise Missing(f"{self.version} could not be installed within {patience} s") from None
        if done.returncode:
            raise Missing(f"{self.version} could not be installed: {done.stderr.strip()[-300:]}")

    def words(self, line):
        """The command that runs a shell line inside."""
        kept = [f"{name}={os.environ[name]}" for name in os.environ if name.lower().endswith("_proxy")]
        inside = shlex.join(["chroot", str(DEBIAN), "/usr/bin/env", "-i", "PATH=/usr/bin:/bin:/usr/sbin:/sbin", "HOME=/root",
                             "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt", *kept, "sh", "-c", line])
        # Mounts end with the command.
        return ["unshare", "-m", "sh", "-c", f"mount --bind /dev {DEBIAN}/dev && mount -t proc proc {DEBIAN}/proc && exec {inside}"]

    def folder(self, name):
        """A new folder, and its name inside."""
        path = DEBIAN / "tmp" / name
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
        return path


def needed(archive, parts, deep):
    """The packages that parts of Home Assistant require in their manifests."""
    waiting, seen, needs = list(parts), set(), []
    while waiting:
        part = waiting.pop()
        if part in seen:
            continue
        seen.add(part)
        manifest = json.loads(archive.read(f"homeassistant/components/{part}/manifest.json"))
        needs += manifest.get("requirements", [])
        waiting += manifest.get("dependencies", []) if deep else []
    return sorted(set(needs))


class RunningHouse:
    """Home Assistant running in `house.py`, controlled line by line."""

    def __init__(self, house, folder, *options):
        self.house, self.folder = house, folder
        shutil.copyfile(Path(__file__).parent / "house.py", folder / "house.py")
        inside = house.seen(folder)
        self.process = subprocess.Popen(
            house.words(f"exec {house.place}/bin/python {inside}/house.py {inside} {shlex.join(options)}"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=open(folder / "house.err", "a"), text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.hear, daemon=True).start()
        self.port = self.answer(120)["port"]

    def hear(self):
        for line in self.process.stdout:
            if line.startswith("{"):
                self.lines.put(json.loads(line))

    def answer(self, patience=30):
        try:
            return self.lines.get(timeout=patience)
        except queue.Empty:
            raise SystemExit(f"{self.house.version} does not answer: {(self.folder / 'house.err').read_text()[-2000:]}") from None

    def ask(self, do, **more):
        self.process.stdin.write(json.dumps({"do": do, **more}) + "\n")
        answer = self.answer()
        if "error" in answer:
            raise SystemExit(f"{self.house.version} cannot {do}: {answer['error']}")
        return answer

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        self.ask("stop")
        self.process.wait(30)
