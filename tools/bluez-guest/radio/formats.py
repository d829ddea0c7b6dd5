"""Number and time formats of the health profiles, and the simulator's random numbers."""

from __future__ import annotations

import datetime
import struct
from decimal import Decimal

MASK = (1 << 64) - 1
NAN = b"\xff\x07"


class SplitMix64:
    """The same numbers as SplitMix64 and `random(in:using:)` in Swift, so that generated values are equal."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.state = (seed ^ (stream * 0xD1B54A32D192ED03)) & MASK

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        bits = self.state
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & MASK
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & MASK
        return bits ^ bits >> 31

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, inclusive."""
        bound = high - low + 1
        product = self.next() * bound
        if product & MASK < bound:
            least = -bound % (1 << 64) % bound
            while product & MASK < least:
                product = self.next() * bound
        return low + (product >> 64)

    def fraction(self) -> float:
        """A number from 0 to below 1."""
        return (self.next() & (1 << 53) - 1) * 2.0**-53


def sfloat(value, exponent: int = 0) -> bytes:
    """An IEEE 11073 SFLOAT; raises ValueError if the mantissa does not fit."""
    mantissa = int((Decimal(str(value)).scaleb(-exponent)).to_integral_value())
    if not -2045 <= mantissa <= 2045:
        raise ValueError(f"{value} does not fit into an SFLOAT with exponent {exponent}")
    return struct.pack("<H", (exponent & 0xF) << 12 | mantissa & 0xFFF)


def float32(value, exponent: int = -1) -> bytes:
    """An IEEE 11073 FLOAT."""
    mantissa = int((Decimal(str(value)).scaleb(-exponent)).to_integral_value())
    if not -8388605 <= mantissa <= 8388605:
        raise ValueError(f"{value} does not fit into a FLOAT with exponent {exponent}")
    return struct.pack("<I", (exponent & 0xFF) << 24 | mantissa & 0xFFFFFF)


def date_time(time: datetime.datetime) -> bytes:
    """The seven bytes of Date Time, 0x2A08."""
    return struct.pack("<HBBBBB", time.year, time.month, time.day, time.hour, time.minute, time.second)


def parse_date_time(data: bytes) -> datetime.datetime | None:
    """The time in seven bytes, or None if they are invalid."""
    if len(data) < 7:
        return None
    try:
        return datetime.datetime(*struct.unpack("<HBBBBB", data[:7]))
    except ValueError:
        return None


def uuid_bytes(uuid: str) -> bytes:
    """A UUID in its form on the air: two bytes or sixteen."""
    digits = uuid.replace("-", "").lower()
    if len(digits) == 32 and digits.startswith("0000") and digits.endswith("00001000800000805f9b34fb"):
        digits = digits[4:8]
    if len(digits) not in (4, 32):
        raise ValueError(f"{uuid} is not a UUID")
    return bytes.fromhex(digits)[::-1]


def address_bytes(text: str) -> bytes:
    """F0:0D:00:00:00:01 in wire order."""
    return bytes.fromhex(text.replace(":", ""))[::-1]


def address_text(data: bytes) -> str:
    return data[::-1].hex(":").upper()
