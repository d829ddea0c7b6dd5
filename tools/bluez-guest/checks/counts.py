"""Passed and failed checks."""

from __future__ import annotations

import time


class Counts:
    """Counts checks and prints each one."""

    def __init__(self) -> None:
        self.passed = self.failed = 0
        self.started = time.monotonic()

    def check(self, good: bool, text: str) -> None:
        self.passed += good
        self.failed += not good
        print(f"{time.monotonic() - self.started:7.2f} {'ok  ' if good else 'FAIL'} {text}", flush=True)
