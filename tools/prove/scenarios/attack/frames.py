"""Frames of health devices that are malformed, empty or impossible; bytes in hex."""

from dataclasses import dataclass, field
from typing import Any

LONG = "ff" * 61
# NaN, +INFINITY, -INFINITY, not at this resolution, reserved, and the largest and the smallest number, each an SFLOAT.
SFLOATS = ["ff07", "fe07", "0208", "0008", "0108", "fd7f", "0388", "880f", "0000"]
FLOATS = ["ffff7f00", "feff7f00", "02008000", "00008000", "01008000", "0100007f", "01000080", "ffffff7f", "00000000"]
# Year 0 and 9999, month 13, 31 February, hour 25, second 61, all bits.
TIMES = ["00000101000000", "0f270c1f173b3b", "ea070d01000000", "ea07021f000000", "ea070101190000", "ea07010100003d", "ffffffffffffff"]


def sfloat(value):
    """A whole number below 2,048."""
    return value.to_bytes(2, "little").hex()


@dataclass
class Profile:
    """A device's frames: the cloud's metric, sound ones' key and first value, hostile ones' valid values."""

    metric: str
    key: str
    first: float
    hostile: list[Any]
    said: list[Any] = field(default_factory=list)
    contexts: list[Any] = field(default_factory=list)
    beside: dict[str, Any] = field(default_factory=dict)


def cuff():
    said = [140 + place for place in range(len(TIMES))]
    numbers = ["00" + one * 3 for one in SFLOATS] + ["01" + one * 3 for one in SFLOATS] + ["00d037d037d037"]
    timed = ["02" + sfloat(value) + sfloat(80) + sfloat(93) + time for value, time in zip(said, TIMES)]
    broken = ["00", "ff", "0078", "00780050", "0278005000", "1e" + sfloat(139) + sfloat(80), LONG]
    return Profile("systolic", "systolic", 110, broken + numbers + timed, said, beside={"diastolic": 70})


def thermometer():
    said = [round(38 + place / 10, 1) for place in range(len(TIMES))]
    timed = ["02" + f"{int(value * 10):02x}".zfill(4)[2:] + f"{int(value * 10) >> 8:02x}" + "00ff" + time for value, time in zip(said, TIMES)]
    return Profile("body_temperature", "celsius", 36.0, ["00", "ff", "000102", LONG] + ["00" + one for one in FLOATS] + timed, said)


def scale():
    said = [150 + place for place in range(len(TIMES))]
    timed = ["02" + (value * 200).to_bytes(2, "little").hex() + time for value, time in zip(said, TIMES)]
    return Profile("body_weight", "kilograms", 160, ["00", "ff", "00ff", "00ffff", "000000", "01ffff", "0e1027", LONG] + timed, said, beside={"user": 1})


def oximeter():
    numbers = ["00" + one + one for one in SFLOATS] + ["00" + sfloat(200) + sfloat(60), "00" + sfloat(2_000) + sfloat(2_000)]
    return Profile("spo2", "spo2", 80, ["00", "ff", "0061", "0061003c", "0161003c00", LONG] + numbers)


def record(number, time, *, value):
    return "02" + number.to_bytes(2, "little").hex() + time + value + "11"


NOON = "ea070a0a0c0000"
# One sequence number for two records with different values and times.
TWICE = [record(900, NOON, value="4db0"), record(900, NOON, value="4eb0"), record(900, "ea070a0b0c0000", value="4fb0")]
CONTEXTS = ["01", "ff", "0100", "02010001", "0201" + "00" * 28, "00ffff", "5f0100ff", "0800" + "00" * 3]


def meter():
    numbers = [record(700 + place, NOON, value=one) for place, one in enumerate(SFLOATS)]
    # 10^-5 kg/L are 1 mg/dL: the exponent is 11.
    said = [170 + place for place in range(len(TIMES))]
    timed = [record(800 + place, time, value=f"{value:02x}b0") for place, (value, time) in enumerate(zip(said, TIMES))]
    broken = ["0203", "020300", "02ff0200", "ff0400" + NOON, "120500" + NOON, LONG]
    contexts = [100 + place for place in range(len(CONTEXTS))]
    return Profile("blood_glucose", "milligramsPerDecilitre", 120, broken + numbers + timed, [*said, *contexts, 77, 78, 79], contexts)


PROFILES = {"bloodPressure": cuff(), "thermometer": thermometer(), "weightScale": scale(), "pulseOximeter": oximeter(), "glucose": meter()}
