"""Blood pressure, 0x1810; the frames equal bluez-simulator's."""

from __future__ import annotations

import struct

from .device import Device
from .formats import NAN, sfloat
from .parts import Reading
from .scenario import Measurement


class Cuff(Device):
    """Indicates 0x2A35 after a measurement, notifies 0x2A36 while it measures."""

    service, measurement, intermediate = "1810", "2a35", "2a36"
    feature = ("2a49", bytes.fromhex("3f00"))

    def measure(self, measurement: Measurement) -> Reading:
        values = measurement.values
        if "systolic" not in values:
            # Drawn even for a given frame, so that the later values equal bluez-simulator's.
            systolic = self.random.between(104, 148)
            values = {"systolic": systolic, "diastolic": systolic - self.random.between(32, 50),
                      "pulse": self.random.between(54, 96)} | values
            measurement = Measurement(frame=measurement.frame, values=values)
        if self.is_subscribed(self.intermediate):
            self.notify(self.intermediate, b"\0" + sfloat(values.get("systolic", 120) + 20) + NAN + NAN)
        return super().measure(measurement)

    def frames(self, measurement: Measurement) -> list[tuple[str, bytes]]:
        values = {"pulse": 64, "user": 1, "status": 0} | measurement.values
        low, high = values["diastolic"], values["systolic"]
        values.setdefault("meanArterial", low + int((high - low) / 3))
        return [(self.measurement, self.encode(values, self.stamp()))]

    def encode(self, values: dict, time: bytes) -> bytes:
        quirks, fields = self.script.quirks, self.script.fields
        high, low, mean = values["systolic"], values["diastolic"], values["meanArterial"]
        pulse, user, status = values["pulse"], values["user"], values["status"]
        if "beurerBM85" in quirks:
            # User without its flag, pulse and status big-endian, MAP 0.
            return b"\x56" + sfloat(high) + sfloat(low) + b"\0\0" + time + struct.pack(">HBH", pulse, user, status)
        if "rfuFlags" in quirks:
            return (b"\xde" + self.tenths(high) + self.tenths(low) + NAN + time + self.tenths(pulse)
                    + struct.pack("<BH", user, status))
        flags = sum(bit for bit, key in enumerate_fields() if fields[key])
        frame = bytes([flags])
        for pressure in (high, low, mean):
            frame += sfloat(round(pressure * 1.33322) / 10, -1) if fields["kilopascal"] else sfloat(pressure)
        frame += time if fields["timestamp"] else b""
        frame += sfloat(pulse) if fields["pulse"] else b""
        frame += bytes([user]) if fields["user"] else b""
        return frame + (struct.pack("<H", status) if fields["status"] else b"")

    @staticmethod
    def tenths(value: int) -> bytes:
        return sfloat(value, -1) if value <= 204 else sfloat(value)


def enumerate_fields() -> list[tuple[int, str]]:
    """Flag bits of 0x2A35 by field."""
    return [(1, "kilopascal"), (2, "timestamp"), (4, "pulse"), (8, "user"), (16, "status")]
