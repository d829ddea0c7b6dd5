"""Parts of devices: a stored reading and a movable deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Reading:
    """A stored reading: the frames to send, and its user."""

    number: int
    frames: list[tuple[str, bytes]]
    user: int | None = None


class Timer:
    """A deadline that can be moved."""

    def __init__(self, action: Callable[[], None]) -> None:
        self.action = action
        self.handle: asyncio.TimerHandle | None = None

    def set(self, seconds: float | None) -> None:
        self.cancel()
        if seconds is not None:
            self.handle = asyncio.get_running_loop().call_later(seconds, self.action)

    def at_least(self, seconds: float) -> None:
        """Postpones a running deadline, but never brings it forward."""
        loop = asyncio.get_running_loop()
        if self.handle and not self.handle.cancelled() and self.handle.when() < loop.time() + seconds:
            self.set(seconds)

    def cancel(self) -> None:
        if self.handle:
            self.handle.cancel()
        self.handle = None
