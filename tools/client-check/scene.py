"""Shared by the whole check: a hub with a cuff, a person and an account for each client, and the counting."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from prove import people  # noqa: E402
from prove.hub import BIN, ROOT, SimulatedHub  # noqa: E402
from prove.looks import Looks  # noqa: E402
from prove.ports import free_port  # noqa: E402

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
    """A hub with a seat, a person and a cuff with a passkey for each language."""

    seats = [f"seat-{language}" for language in LANGUAGES]
    users = [people.account(language) for language in LANGUAGES]
    options = ["--ocr-workers", "1"]
    is_open = False
    scenario = {"seed": 7, "timing": TIMING, "devices": [cuff(number, name) for number, name in enumerate(LANGUAGES, 1)]}

    def open_accounts(self):
        """Opens an operator's account for each language, one for a program that reads all values, and the broker's TLS
        port."""
        self.tls_port = free_port()
        self.must("access", "set", "--port", str(self.tls_port))
        for language in LANGUAGES:
            self.must("user", "add", language, "--role", "operator", "--out", str(self.folder / f"{language}.vitalbus"))
        values = [word for seat in self.seats for word in ("--values", seat)]
        self.must("integration", "add", "house", *values, "--password-file", str(self.folder / "house.password"))
        self.house = (self.folder / "house.password").read_text().strip()
        self.authority = self.folder / "python.vitalbus" / "authority.pem"
        # The broker restarts for accounts, and its clients are back within a moment.
        self.wait("the hub after its accounts", lambda: self.run("passive", "show"))
        self.is_open = True

    def records(self, language):
        """The cloud's records of a language's person."""
        return [one["record"] for one in self.delivered() if one["record"]["user"] == f"{language}-user"]


class Check(Looks):
    """The checks and their results, reported by several threads."""

    def __init__(self, hub):
        super().__init__()
        self.hub = hub

    def place(self):
        return f"{time.monotonic() - self.began:5.1f} s  "

    def ran(self, what, command, given="", patience=60, **more):
        """Runs a program and checks that it succeeds; returns its output, or None."""
        try:
            done = subprocess.run(
                [str(word) for word in command], input=given, capture_output=True, text=True, timeout=patience, **more
            )
        except subprocess.TimeoutExpired as late:
            self.so(what, False, f"no end in {patience} s: {late.stdout} {late.stderr}")
            return None
        return done.stdout if self.so(what, done.returncode == 0, done.stdout + done.stderr) else None


def together(*works):
    """Runs several functions at the same time; raises the first one's error."""
    with ThreadPoolExecutor(len(works) or 1) as pool:
        for done in [pool.submit(work) for work in works]:
            done.result()


__all__ = ["BIN", "LANGUAGES", "PASSKEYS", "PLACE", "ROOT", "Check", "Hub", "free_port", "together"]
