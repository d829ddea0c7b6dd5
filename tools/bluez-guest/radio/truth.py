"""The ground truth: what the devices really did, in bluez-simulator's JSON lines."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable

KEPT = 200_000


class Truth:
    """Writes each event to a file and to all listeners, and keeps the latest 200,000."""

    def __init__(self, path: str | None) -> None:
        self.file = open(path, "a", buffering=1, encoding="utf-8") if path else None
        self.started = time.monotonic()
        self.listeners: set[Callable[[str], None]] = set()
        self.lines: deque[str] = deque(maxlen=KEPT)
        self.dropped = 0
        self.counts: dict[str, int] = {}

    def restart(self) -> None:
        """Makes the present second zero."""
        self.started = time.monotonic()

    @property
    def now(self) -> float:
        return time.monotonic() - self.started

    def write(self, event: str, device: str | None = None, **rest) -> None:
        record = {"event": event, "at": round(max(0.0, self.now), 3)}
        if device:
            record["device"] = device
        for key, value in rest.items():
            if value is not None:
                record[key] = value.hex() if isinstance(value, bytes) else value
        self.counts[event] = self.counts.get(event, 0) + 1
        line = json.dumps(record)
        self.dropped += len(self.lines) == KEPT
        self.lines.append(line)
        if self.file:
            self.file.write(line + "\n")
        for listener in list(self.listeners):
            listener(line)

    def close(self) -> None:
        if self.file:
            self.file.close()
