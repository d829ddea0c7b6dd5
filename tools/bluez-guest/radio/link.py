"""One link between the adapter and a device."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

# One way. Without latency, answers arrive before bluetoothd's next poll, as no radio would manage; 5.66 then loses the
# repeat of a request that was refused for lack of encryption, and waits 30 s for it.
LATENCY = 0.015

ATT, SIGNALLING, SMP = 4, 5, 6


class Link:
    """Carries frames both ways with a latency, in order, until it ends."""

    def __init__(self, controller, handle: int, device, central: tuple[bytes, int], peripheral: tuple[bytes, int]):
        self.controller, self.handle, self.device = controller, handle, device
        self.central, self.peripheral = central, peripheral
        self.is_up = True
        self.encrypted = self.authenticated = False
        self.handlers: dict[int, Callable[[bytes], None]] = {}
        self.on_encrypted: Callable[[], None] = lambda: None
        self.flying: deque[Callable[[], None]] = deque()

    def later(self, action: Callable[[], None]) -> None:
        """Acts after the latency, unless the link has ended, and never before earlier actions."""
        self.flying.append(action)
        asyncio.get_running_loop().call_later(LATENCY, self.land)

    def land(self) -> None:
        action = self.flying.popleft()
        if self.is_up:
            action()

    def to_central(self, channel: int, payload: bytes) -> None:
        self.later(lambda: self.controller.to_guest(self, channel, payload))

    def from_central(self, channel: int, payload: bytes) -> None:
        handler = self.handlers.get(channel)
        if handler and payload:
            handler(payload)
        elif channel == SIGNALLING and len(payload) >= 4 and payload[0] not in (0x01, 0x07, 0x13, 0x15):
            self.to_central(SIGNALLING, bytes([1, payload[1], 2, 0, 0, 0]))

    def encrypt(self, key: bytes, ediv: int, rand: bytes) -> None:
        """Starts encryption for the central; the device must know the same key."""
        found = self.device.find_key(self, ediv, rand)
        if found is None:
            return self.controller.encryption_changed(self, 0x06, False)
        if found.value != key:
            return self.end(0x3D, detail="wrong key")
        self.encrypted, self.authenticated = True, found.authenticated
        self.controller.encryption_changed(self, 0, True)
        self.on_encrypted()

    def end(self, reason: int, tell: bool = True, detail: str = "") -> None:
        """Ends the link at both sides; `reason` is what the adapter reports."""
        if not self.is_up:
            return
        self.is_up = False
        self.controller.disconnected(self, reason, tell)
        self.device.link_ended(self, detail)
