"""What the whole check uses: a hub with a cuff, a person and an account for each client, and how it is counted."""

import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from simulated_hub import BIN, ROOT, SimulatedHub  # noqa: E402

PLACE = ROOT / ".build" / "client-check"
LANGUAGES = ["python", "typescript", "csharp"]
PASSKEYS = {"python": 123456, "typescript": 234567, "csharp": 345678}
TIMING = {"scanGap": 0, "connect": 0.05, "disconnect": 0.1, "discoverServices": 0.1, "cachedServices": 0.05, "gatt": 0.01, "pairing": 0.1}


def cuff(number, language):
    return {
        "address": f"F0:0D:00:00:00:0{number}", "name": f"Cuff-{language}", "pairing": "passkey", "passkey": PASSKEYS[language],
        "idleSeconds": 1, "measurements": [{"atSeconds": 1, "everySeconds": 3, "count": 300}],
    }


class Hub(SimulatedHub):
    """A hub with a seat, a person and a cuff that wants a passkey for each language."""

    seats = [f"seat-{language}" for language in LANGUAGES]
    users = [f"demo-org:{language}-user:{language}-token" for language in LANGUAGES]
    options = ["--ocr-workers", "1"]
    is_open = False
    scenario = {"seed": 7, "timing": TIMING, "devices": [cuff(number, name) for number, name in enumerate(LANGUAGES, 1)]}

    def open_accounts(self):
        """An operator for each language, and a program that reads the values of all seats; the TLS port of the broker."""
        self.tls_port = free_port()
        self.must("access", "set", "--port", str(self.tls_port))
        for language in LANGUAGES:
            self.must("user", "add", language, "--role", "operator", "--out", str(self.folder / f"{language}.vitalbus"))
        values = [word for seat in self.seats for word in ("--values", seat)]
        self.must("integration", "add", "house", *values, "--password-file", str(self.folder / "house.password"))
        self.house = (self.folder / "house.password").read_text().strip()
        self.authority = self.folder / "python.vitalbus" / "authority.pem"
        # The broker starts anew for accounts; what is connected is back within a moment.
        self.wait("the hub after its accounts", lambda: self.run("passive", "show"))
        self.is_open = True

    def must(self, *arguments):
        if self.answer(*arguments) is None:
            raise SystemExit(f"client check: 'vitalbus {' '.join(arguments)}' failed")

    def records(self, language):
        """What the cloud has of a language's person."""
        return [one["record"] for one in self.delivered() if one["record"]["user"] == f"{language}-user"]


class Check:
    """What was looked at, and how it was; several threads may say so."""

    def __init__(self, hub):
        self.hub, self.passed, self.failed, self.skipped = hub, 0, 0, 0
        self.lock, self.began = threading.Lock(), time.monotonic()

    def so(self, what, is_so, why=""):
        with self.lock:
            self.passed, self.failed = self.passed + bool(is_so), self.failed + (not is_so)
            place = f"{time.monotonic() - self.began:5.1f} s  "
            print(f"{place}{'ok    ' if is_so else 'WRONG '} {what}{'' if is_so else f': {str(why)[-3000:]}'}", flush=True)
        return bool(is_so)

    def skip(self, what, why):
        with self.lock:
            self.skipped += 1
            print(f"         skip   {what}: {why}", flush=True)

    def soon(self, what, is_so, seconds=20):
        """Waits for something to become so."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if is_so():
                    return self.so(what, True)
            except ValueError:
                # A line of the cloud's journal that is half written.
                pass
            time.sleep(0.1)
        return self.so(what, False, f"not in {seconds} s")

    def ran(self, what, command, given="", patience=60, **more):
        """Runs a program and says whether it ended well; what it printed, or None."""
        try:
            done = subprocess.run(
                [str(word) for word in command], input=given, capture_output=True, text=True, timeout=patience, **more
            )
        except subprocess.TimeoutExpired as late:
            self.so(what, False, f"no end in {patience} s: {late.stdout} {late.stderr}")
            return None
        return done.stdout if self.so(what, done.returncode == 0, done.stdout + done.stderr) else None


def together(*works):
    """Does several things at a time; raises what the first of them has raised."""
    with ThreadPoolExecutor(len(works) or 1) as pool:
        for done in [pool.submit(work) for work in works]:
            done.result()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


__all__ = ["BIN", "LANGUAGES", "PASSKEYS", "PLACE", "ROOT", "Check", "Hub", "free_port", "together"]
