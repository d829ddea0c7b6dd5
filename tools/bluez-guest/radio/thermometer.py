"""Health thermometer, 0x1809."""

from __future__ import annotations

from .device import Device
from .formats import float32
from .scenario import Measurement


class Thermometer(Device):
    """Indicates 0x2A1C: Celsius, time stamp and type."""

    service, measurement, intermediate = "1809", "2a1c", "2a1e"
    feature = ("2a1d", b"\x02")

    def frames(self, measurement: Measurement) -> list[tuple[str, bytes]]:
        values = measurement.values
        celsius = values["celsius"] if "celsius" in values else self.random.between(361, 377) / 10
        frame = b"\x06" + float32(celsius) + self.stamp() + bytes([values.get("site", 2)])
        return [(self.measurement, frame)]
