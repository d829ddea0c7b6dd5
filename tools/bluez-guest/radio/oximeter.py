"""Pulse oximeter, 0x1822: stored spot-checks, and one value a second while a client is subscribed."""

from __future__ import annotations

import struct

from .att import Service
from .device import Device
from .formats import sfloat
from .parts import Timer
from .scenario import Measurement

CONTINUOUS = "2a5f"


class Oximeter(Device):
    """Indicates 0x2A5E with a time stamp and the measurement status; notifies 0x2A5F if `continuous`."""

    service, measurement, clock = "1822", "2a5e", "2a2b"
    feature = ("2a60", bytes.fromhex("0900"))

    def __init__(self, *args) -> None:
        self.finger = Timer(self.beat)
        super().__init__(*args)

    def health_services(self) -> list[Service]:
        rows: list = [(self.measurement, ("indicate",), True), (CONTINUOUS, ("notify",), True),
                      ("2a60", ("read",), False)]
        return [Service(self.service, rows), *self.time_service()]

    def values(self, given: dict) -> tuple[float, float]:
        spo2 = given["spo2"] if "spo2" in given else self.random.between(94, 99)
        return spo2, given["pulse"] if "pulse" in given else self.random.between(54, 96)

    def frames(self, measurement: Measurement) -> list[tuple[str, bytes]]:
        spo2, pulse = self.values(measurement.values)
        # Time stamp and measurement status; bit 4 means that the clock was never set.
        flags = 0x03 | (0 if self.is_clock_set else 0x10)
        status = measurement.values.get("status", 0x0180)
        frame = bytes([flags]) + sfloat(spo2) + sfloat(pulse) + self.stamp() + struct.pack("<H", status)
        return [(self.measurement, frame)]

    def subscribed(self, uuid: str) -> None:
        super().subscribed(uuid)
        if uuid == CONTINUOUS and self.script.continuous:
            self.idle.cancel()
            self.finger.set(1)

    def beat(self) -> None:
        if not self.is_subscribed(CONTINUOUS):
            return self.rest_idle(self.script.idle_time) if self.link else None
        spo2, pulse = self.values({})
        self.notify(CONTINUOUS, b"\0" + sfloat(spo2) + sfloat(pulse))
        self.finger.set(1)

    def rest_idle(self, seconds: float) -> None:
        """A finger in the device keeps the link."""
        listening = self.script.continuous and self.is_subscribed(CONTINUOUS)
        super().rest_idle(seconds) if not listening else self.idle.cancel()

    def clear_link(self) -> None:
        self.finger.cancel()
        super().clear_link()
