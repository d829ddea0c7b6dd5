"""Makers' own protocols: the memories of an Omron cuff and a OneTouch meter, with the same bytes as bluez-simulator."""

from __future__ import annotations

import datetime
import functools
import operator
import struct
from collections.abc import Callable

from .att import WRITE_REFUSED, AttError, Server, Service
from .device import Device
from .formats import date_time
from .parts import Reading
from .scenario import Measurement

IDLE = 10


class Memory(Device):
    """Keeps its records; a central requests them with the maker's requests, each answered by notifications."""

    channel = ""
    clock = ""

    def rows(self) -> list[tuple[str, tuple[str, ...]]]:
        raise NotImplementedError

    def keep(self, frame: bytes, values: dict) -> None:
        raise NotImplementedError

    def answers(self, uuid: str, value: bytes) -> list[tuple[str, bytes]]:
        raise NotImplementedError

    def health_services(self) -> list[Service]:
        return [Service(self.service, [(uuid, flags, True) for uuid, flags in self.rows()])]

    def measure(self, measurement: Measurement) -> Reading:
        self.taken += 1
        frames = [(self.measurement, measurement.frame)] if measurement.frame else self.frames(measurement)
        reading = Reading(self.taken, frames, measurement.values.get("user"))
        self.keep(frames[0][1], measurement.values)
        self.log("measured", reading=reading.number, frame=frames[0][1])
        self.advertise()
        return reading

    def can_send(self) -> bool:
        return False

    def clear_link(self) -> None:
        self.asked = 0
        super().clear_link()

    def subscribed(self, uuid: str) -> None:
        # bluetoothd itself subscribes to 2A05, long before a pairing has ended.
        if any(uuid == row for row, _ in self.rows()):
            self.rest_idle(max(self.script.idle_time, IDLE))

    def write(self, server: Server, uuid: str, value: bytes) -> Callable[[], None] | None:
        if not any(uuid == row and {"write", "command"} & set(flags) for row, flags in self.rows()):
            raise AttError(WRITE_REFUSED)
        return lambda: self.answer(uuid, value)

    def answer(self, uuid: str, value: bytes) -> None:
        self.rest_idle(max(self.script.idle_time, IDLE))
        for target, frame in self.answers(uuid, value):
            self.notify(target, frame)
        if uuid != self.channel:
            return
        self.asked += 1
        count = self.asked
        if self.strike("dropAtStep", lambda fault: fault.step == "memory" and (fault.frames or 1) == count):
            self.lose_link()


class OmronCuff(Memory):
    """Two users' memories, read by address behind a key, or behind a token with the quirk `omronToken`."""

    REQUESTS = [uuid + "-0002a5d5c51b" for uuid in (
        "db5b55e0-aee7-11e1-965e", "e0b8a060-aee7-11e1-92f4", "0ae12b00-aee8-11e1-a192", "10e1ba60-aee8-11e1-89e5")]
    REPLIES = [uuid + "-0002a5d5c51b" for uuid in (
        "49123040-aee8-11e1-a74d", "4d0bf320-aee8-11e1-a0d9", "5128ce60-aee8-11e1-b84b", "560f1420-aee8-11e1-8184")]
    UNLOCK = "b305b680-aee7-11e1-a730-0002a5d5c51b"
    SETTINGS, CLOCK = 0x10, 0x2C
    channel, measurement = REQUESTS[0], REPLIES[0]

    def __init__(self, script, *rest) -> None:
        self.is_modern = "omronToken" in script.quirks
        self.service = "fe4a" if self.is_modern else "ecbe3980-c9a2-11e1-b1bd-0002a5d5c51b"
        self.starts, self.places = ((0x1C4, 0x804), 100) if self.is_modern else ((0x98, 0x458), 60)
        self.index = 24 if self.is_modern else 16
        self.memory = bytearray(b"\xff" * 0x4000)
        self.cursors, self.counts, self.unread = [0, 0], [0, 0], 0
        self.key: bytes | None = None
        super().__init__(script, *rest)

    def rows(self) -> list[tuple[str, tuple[str, ...]]]:
        count, flag = (1, "command") if self.is_modern else (4, "write")
        return [(uuid, (flag,)) for uuid in self.REQUESTS[:count]] \
            + [(uuid, ("notify",)) for uuid in self.REPLIES[:count]] + [(self.UNLOCK, ("write", "notify"))]

    def clear_link(self) -> None:
        self.unlocked = self.started = self.has_read = False
        super().clear_link()

    def has_something(self) -> bool:
        return self.unread > 0

    def frames(self, measurement: Measurement) -> list[tuple[str, bytes]]:
        values = measurement.values
        if "systolic" not in values:
            systolic = self.random.between(104, 148)
            values = {"systolic": systolic, "diastolic": systolic - self.random.between(32, 50),
                      "pulse": self.random.between(54, 96)} | values
        now, status = self.now(), values.get("status", 0)
        date = now.hour | now.day << 5 | now.month << 10 | (status >> 2 & 1) << 14 | (status & 1) << 15
        clock = now.second | now.minute << 6 | (1 - (status >> 1 & 1)) << 12
        record = bytes([values["systolic"] - 25, values["diastolic"], values.get("pulse", 64), now.year - 2000])
        record += struct.pack("<HHHHH", date, clock, 0x80, self.taken, 0)
        return [(self.measurement, record + bytes([sum(record) & 0xFF, 0]))]

    def keep(self, frame: bytes, values: dict) -> None:
        user = 1 if values.get("user") == 2 else 0
        at = self.starts[user] + 16 * self.cursors[user]
        self.memory[at:at + 16] = frame
        self.cursors[user] = (self.cursors[user] + 1) % self.places
        self.counts[user] = min(self.counts[user] + 1, self.places)
        self.unread += 1

    def settings(self) -> bytes:
        """The index, then the clock's section."""
        cursors = b"".join(bytes([cursor, 0x40]) if count else b"\x00\x80"
                           for cursor, count in zip(self.cursors, self.counts))
        index = (cursors + bytes([min(self.unread, self.places), 0, 0, 0x80])).ljust(self.index, b"\0")
        time = date_time(self.now())
        section = bytes([0xC2, 0xA0, 0, 0, 0, 0, 0, 0, time[0] - 0xD0 & 0xFF]) + time[2:]
        return index.ljust(self.CLOCK, b"\0") + section + bytes([sum(section) & 0xFF, 0])

    def answers(self, uuid: str, value: bytes) -> list[tuple[str, bytes]]:
        if uuid == self.UNLOCK:
            return [(uuid, self.unlock(value))]
        if len(value) != 8 or value[0] != 8 or functools.reduce(operator.xor, value):
            return []
        command, address, count = int.from_bytes(value[1:3], "big"), int.from_bytes(value[3:5], "big"), value[5]
        if not self.unlocked or command == 0x0100 and not self.started:
            return self.pieces(b"\x8f\0\0\0\x01", b"\x01")
        if command == 0:
            self.started = True
            return self.pieces(b"\x80\0\0\0\x10")
        if command == 0x0100:
            self.has_read |= address >= self.starts[0]
            settings = self.settings()
            self.memory[self.SETTINGS:self.SETTINGS + len(settings)] = settings
            return self.pieces(b"\x81\0" + value[3:6], bytes(self.memory[address:address + count]))
        if command == 0x0F00:
            self.started = False
            self.unread = 0 if self.has_read else self.unread
            return self.pieces(b"\x8f\0\0\0\0")
        self.log("stray", detail=value.hex())
        return []

    def forget_bonds(self) -> None:
        """A person holds its Bluetooth button: it accepts another central's key."""
        self.key = None
        super().forget_bonds()

    def unlock(self, value: bytes) -> bytes:
        kind, given = (value[0], value[1:]) if value else (0, b"")
        if self.is_modern:
            self.unlocked |= kind == 0x11 and len(given) == 19
            return b"\x91\0" + given[:4] if kind == 0x11 and len(given) == 19 else b"\xff\x26"
        if len(given) != 16 or kind > 2:
            return b"\xff\x26"
        if kind == 2:
            return bytes([0x82, 0 if self.key is None else 0x0F])
        if kind == 0 and self.key is not None:
            return b"\x80\x0f"
        if kind == 0:
            self.key = given
        self.unlocked = given == self.key
        return bytes([0x80 | kind, 0 if self.unlocked else 1])

    def pieces(self, head: bytes, data: bytes = b"") -> list[tuple[str, bytes]]:
        packet = bytes([len(head) + len(data) + 3]) + head + data + b"\0"
        packet += bytes([functools.reduce(operator.xor, packet)])
        if self.is_modern:
            return [(self.REPLIES[0], packet)]
        return [(self.REPLIES[at // 16], packet[at:at + 16]) for at in range(0, len(packet), 16)]


class OneTouch(Memory):
    """Frames in pieces of 19 bytes, each acknowledged; records by their place, the newest first."""

    TAIL = "-e595-11e3-96b4-0002a5d5c51b"
    EPOCH = datetime.datetime(2000, 1, 1)
    service, channel, measurement = "af9df7a1" + TAIL, "af9df7a2" + TAIL, "af9df7a3" + TAIL

    def __init__(self, *args) -> None:
        self.records: list[bytes] = []
        self.fetched: set[bytes] = set()
        super().__init__(*args)

    def rows(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(self.channel, ("write",)), (self.measurement, ("notify",))]

    def clear_link(self) -> None:
        self.waiting: list[bytes] = []
        super().clear_link()

    def has_something(self) -> bool:
        return len(self.fetched) < len(self.records)

    def seconds(self) -> int:
        return int((self.now() - self.EPOCH).total_seconds())

    def frames(self, measurement: Measurement) -> list[tuple[str, bytes]]:
        values = measurement.values
        amount = values.get("milligramsPerDecilitre") or self.random.between(70, 180)
        record = b"\x06\0\0\0" + struct.pack("<HIH", self.taken, self.seconds(), int(amount))
        return [(self.measurement, record + bytes([values.get("meal", 0), 0, 0xFD, 0x0A, 0]))]

    def keep(self, frame: bytes, values: dict) -> None:
        self.records.insert(0, frame)

    def answers(self, uuid: str, value: bytes) -> list[tuple[str, bytes]]:
        acknowledged = []
        if len(value) > 1:
            frame = value[1:]
            if value[0] != 1 or frame[-2:] != self.checksum(frame[:-2]):
                return []
            acknowledged = [b"\x81"]
            self.waiting = self.cut(self.reply(frame[4:-3]))
        following = [self.waiting.pop(0)] if self.waiting else []
        return [(self.measurement, piece) for piece in acknowledged + following]

    def reply(self, message: bytes) -> bytes:
        if message == b"\x20\x02":
            return b"\x06" + struct.pack("<I", self.seconds())
        if message == b"\x27\x00":
            return b"\x06" + struct.pack("<H", len(self.records))
        if message[:2] == b"\x31\x02" and len(message) == 5:
            place = int.from_bytes(message[2:4], "little")
            if place >= len(self.records):
                return b"\x09"
            self.fetched.add(self.records[place])
            return b"\x06" + message[2:4] + self.records[place][3:]
        self.log("stray", detail=message.hex())
        return b"\x08"

    @classmethod
    def cut(cls, message: bytes) -> list[bytes]:
        body = b"\x02" + struct.pack("<H", len(message) + 7) + b"\x04" + message + b"\x03"
        frame = body + cls.checksum(body)
        parts = [frame[at:at + 19] for at in range(0, len(frame), 19)]
        return [bytes([0x40 | place if place else len(parts)]) + part for place, part in enumerate(parts)]

    @staticmethod
    def checksum(data: bytes) -> bytes:
        """CRC-16/CCITT-FALSE."""
        value = 0xFFFF
        for byte in data:
            value ^= byte << 8
            for _ in range(8):
                value = (value << 1 ^ (0x1021 if value & 0x8000 else 0)) & 0xFFFF
        return struct.pack("<H", value)
