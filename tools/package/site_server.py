"""A site's server on this machine, for a hub in a guest."""

from __future__ import annotations

import json
import os
import re
import signal
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from prove.hub import SimulatedHub
from prove.people import account, admit_validated
from prove.ports import free_port

# This machine as a guest sees it.
ADDRESS = "10.0.2.2"


class SiteServer(SimulatedHub):
    """The server of a site with one hub, run by `vitalbus up`."""

    users = [account("demo")]

    def __init__(self, folder: Path, hub: str) -> None:
        super().__init__(folder)
        self.hub = hub

    def __enter__(self) -> SiteServer:
        self.port = self.open_cloud()
        ports = ("--broker-port", str(free_port()), "--registrar-port", str(free_port()))
        self.must("site", "init", "--site", "lindenhof", "--server-only", "--address", ADDRESS, *ports)
        flags = ["--no-table", "--page", "none", "--inform-url", f"http://127.0.0.1:{self.port}"]
        for setting in ("uploader:destination.inform.repeats=upsert", "uploader:pull.interval=1s"):
            flags += ["--set", setting]
        self.running = self.start("vitalbus", "up", *flags, output=open(self.folder / "up.log", "w"))
        self.wait("a served site", self.is_served)
        return self

    def bundle(self) -> str:
        """What lets the hub join."""
        path = self.folder / "bundle"
        self.must("hub", "add", self.hub, "--out", str(path))
        return path.read_text()

    def admit(self) -> None:
        """Starts the session of the hub's person."""
        admit_validated(self, "demo", seat=self.hub)

    @contextmanager
    def no_answer(self):
        """Meanwhile the session manager takes no reading, so what the hub has stays queued there."""
        os.kill(self.pid("session-manager"), signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.pid("session-manager"), signal.SIGCONT)
            # The broker has forgotten it meanwhile.
            self.wait("the session manager", self.is_served)

    def counts(self) -> tuple[int, int]:
        """How many readings the cloud has, and how many it was sent twice as two."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_control/summary", timeout=10) as answer:
            found = json.load(answer)
        return found["accepted"], found["duplicates"]

    def update(self, version: str = "", *more: str) -> tuple[str, str]:
        """`vitalbus site update`: the hub's step, and all that it printed."""
        _, said, errors = self.command("site", "update", *([version] if version else []), *more, "--json")
        found = re.search(r'"step":"(\w+)"', said)
        return (found[1] if found else ""), said + errors
