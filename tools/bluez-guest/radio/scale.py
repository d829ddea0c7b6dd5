"""Weight scale, 0x181D; with body composition, 0x181B, and its users, 0x181C."""

from __future__ import annotations

import struct
from collections.abc import Callable

from .att import INVALID_LENGTH, AttError, Server, Service
from .device import Device
from .parts import Reading
from .scenario import Measurement

USER_DATA_REFUSED = 0x80
CCCD_IMPROPER = 0xFD
CONTROL, INDEX, INCREMENT, BIRTH, GENDER, HEIGHT, REGISTERED = "2a9f", "2a9a", "2a99", "2a85", "2a8c", "2a8e", "2b37"
UNKNOWN_USER = 0xFF


class WeightScale(Device):
    """Indicates 0x2A9D: kilograms, time stamp, user."""

    service, measurement = "181d", "2a9d"
    feature = ("2a9e", bytes.fromhex("1b000000"))

    def weight_frame(self, values: dict) -> bytes:
        kilograms = values["kilograms"] if "kilograms" in values else self.random.between(5500, 9800) / 100
        user = values.get("user", UNKNOWN_USER)
        return b"\x06" + struct.pack("<H", round(kilograms / 0.005)) + self.stamp() + bytes([user])

    def frames(self, measurement: Measurement) -> list[tuple[str, bytes]]:
        return [(self.measurement, self.weight_frame(measurement.values))]


class BodyScale(WeightScale):
    """A scale with users: it sends a user's readings only after that user's consent on the link."""

    clock = "2a2b"
    composition = "2a9c"

    def __init__(self, *args) -> None:
        super().__init__(*args)
        self.users: dict[int, dict] = {
            index: {"consent": 0, BIRTH: bytes(4), GENDER: b"\0", HEIGHT: struct.pack("<H", 1700)} | user
            for index, user in enumerate(self.script.users, 1)
        }
        self.increment = 0

    def health_services(self) -> list[Service]:
        users: list = [(INCREMENT, ("read", "write", "notify"), False), (INDEX, ("read",), False),
                       (CONTROL, ("write", "indicate"), True), (BIRTH, ("read", "write"), True),
                       (GENDER, ("read", "write"), True), (HEIGHT, ("read", "write"), True),
                       (REGISTERED, ("indicate",), True)]
        return [
            Service("181d", [("2a9d", ("indicate",), True), ("2a9e", ("read",), False)]),
            Service("181b", [("2a9c", ("indicate",), True), ("2a9b", ("read",), False)]),
            Service("181c", users), *self.time_service(),
        ]

    def clear_link(self) -> None:
        self.consented: int | None = None
        super().clear_link()

    def frames(self, measurement: Measurement) -> list[tuple[str, bytes]]:
        values = measurement.values
        return [("2a9d", self.weight_frame(values)), *((self.composition, f) for f in self.composition_frames(values))]

    def composition_frames(self, values: dict) -> list[bytes]:
        """Body fat, muscle, body water and impedance in two packets, as devices with a small MTU send them."""
        def tenth(key: str, low: int, high: int) -> int:
            return round(values[key] * 10) if key in values else self.random.between(low, high)
        fat, muscle = tenth("bodyFatPercent", 140, 320), tenth("musclePercent", 300, 480)
        impedance = tenth("impedanceOhm", 4200, 6100)
        water = round(values["bodyWaterKilograms"] / 0.005) if "bodyWaterKilograms" in values \
            else self.random.between(6000, 9000)
        user = values.get("user", UNKNOWN_USER)
        # Bits: 1 time, 2 user, 4 muscle percent, 8 body water mass, 9 impedance, 12 more packets follow.
        first = struct.pack("<HH", 0x1000 | 0x06 | 0x10, fat) + self.stamp() + struct.pack("<BH", user, muscle)
        second = struct.pack("<HHHH", 0x1000 | 0x0300, fat, water, impedance)
        return [first, second]

    def next_reading(self) -> Reading | None:
        return next((r for r in self.stored if r.user in (None, UNKNOWN_USER, self.consented)), None)

    def read(self, server: Server, uuid: str) -> bytes:
        if uuid == "2a9b":
            return struct.pack("<I", 0x0000_08DB)
        if uuid == INCREMENT:
            return struct.pack("<I", self.increment)
        if uuid == INDEX:
            return bytes([self.consented or UNKNOWN_USER])
        if uuid in (BIRTH, GENDER, HEIGHT):
            return self.user()[uuid]
        return super().read(server, uuid)

    def user(self) -> dict:
        if self.consented is None:
            raise AttError(USER_DATA_REFUSED)
        return self.users[self.consented]

    def write(self, server: Server, uuid: str, value: bytes) -> Callable[[], None] | None:
        if uuid == CONTROL:
            if not self.is_subscribed(CONTROL):
                raise AttError(CCCD_IMPROPER)
            return lambda: self.control(server, value)
        if uuid in (BIRTH, GENDER, HEIGHT):
            user = self.user()
            if len(value) != len(user[uuid]):
                raise AttError(INVALID_LENGTH)
            user[uuid] = value
            return None
        if uuid == INCREMENT:
            if len(value) != 4:
                raise AttError(INVALID_LENGTH)
            self.increment = int.from_bytes(value, "little")
            return None
        return super().write(server, uuid, value)

    def control(self, server: Server, request: bytes) -> None:
        opcode = request[0] if request else 0
        handler = {1: self.register, 2: self.consent, 3: self.delete, 4: self.list_all}.get(opcode)
        code, rest = handler(request[1:]) if handler else (2, b"")
        self.log("user", detail=f"{opcode:02x} {code:02x} {rest.hex()}".strip())
        server.indicate(CONTROL, bytes([0x20, opcode, code]) + rest, lambda: None)
        if opcode == 4 and code == 1:
            for index in self.users:
                # One segment each: first and last, no name.
                server.indicate(REGISTERED, bytes([0x03, 0x00, index]), lambda: None)
        if opcode == 2 and code == 1:
            self.readable = len(self.stored)
            self.schedule_frame()

    def register(self, body: bytes) -> tuple[int, bytes]:
        if len(body) != 2 or int.from_bytes(body, "little") > 9999:
            return 3, b""
        index = next((i for i in range(1, 9) if i not in self.users), None)
        if index is None:
            return 4, b""
        self.users[index] = {"consent": int.from_bytes(body, "little"), BIRTH: bytes(4), GENDER: b"\0",
                             HEIGHT: struct.pack("<H", 1700)}
        return 1, bytes([index])

    def consent(self, body: bytes) -> tuple[int, bytes]:
        if len(body) != 3 or body[0] not in self.users:
            return 3 if len(body) != 3 else 5, b""
        if self.users[body[0]]["consent"] != int.from_bytes(body[1:], "little"):
            return 5, b""
        self.consented = body[0]
        return 1, b""

    def delete(self, _: bytes) -> tuple[int, bytes]:
        if self.consented is None:
            return 5, b""
        del self.users[self.consented]
        self.consented = None
        return 1, b""

    def list_all(self, body: bytes) -> tuple[int, bytes]:
        return (1, bytes([len(self.users)])) if not body else (3, b"")

    def status(self) -> dict:
        return super().status() | {"users": sorted(self.users), "consented": self.consented}
