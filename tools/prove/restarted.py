"""A hub that is started repeatedly, on the files that its last end left."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import Any

from prove import hub
from prove.waiting import soon


class RestartedHub(hub.SimulatedHub):
    """A hub whose start is a separate step: `begin`, `end`, `begin` again."""

    patience = 30.0  # seconds until a started hub serves

    def __enter__(self) -> Any:
        self.flags = self.simulators()
        return self

    def begin(self, tracer: Sequence[Any] = ()) -> tuple[bool, float]:
        """Starts `vitalbus up` and returns whether it serves, with the seconds it took."""
        self.launch(tracer)
        began = time.monotonic()
        is_well = soon(self.is_served, seconds=self.patience, pause=0.3, goes_on=lambda: self.up.poll() is None)
        return is_well, time.monotonic() - began

    def launch(self, tracer: Sequence[Any] = ()) -> None:
        self.output = self.folder / "up.log"
        with open(self.output, "a") as output:
            self.running = subprocess.Popen(
                [*tracer, hub.BIN / "vitalbus", "up", *self.flags],
                cwd=self.folder,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    def end(self, by: int = signal.SIGTERM) -> None:
        if self.running is None:
            return
        if self.running.poll() is None:
            for pid in self.supervisors():
                os.kill(pid, by)
            try:
                self.running.wait(30)
            except subprocess.TimeoutExpired:
                self.running.kill()
                self.running.wait()
        self.running = None

    def supervisors(self) -> list[int]:
        """The processes that must end."""
        return [self.up.pid]

    def __exit__(self, *exception: object) -> None:
        self.end()
        super().__exit__(*exception)
