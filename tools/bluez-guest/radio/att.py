"""The attribute server of a device (Core Specification 5.4, Vol 3, Parts F and G)."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from .formats import uuid_bytes
from .link import ATT, Link

READ, WRITE_COMMAND, WRITE, NOTIFY, INDICATE = 0x02, 0x04, 0x08, 0x10, 0x20
PROPERTIES = {"read": READ, "write": WRITE, "notify": NOTIFY, "indicate": INDICATE, "command": WRITE_COMMAND}

INVALID_HANDLE, READ_REFUSED, WRITE_REFUSED, INVALID_PDU, AUTHENTICATION = 1, 2, 3, 4, 5
NOT_SUPPORTED, INVALID_OFFSET, NOT_FOUND, INVALID_LENGTH, UNSUPPORTED_GROUP = 6, 7, 0x0A, 0x0D, 0x10
CCCD_IMPROPER, IN_PROGRESS, OUT_OF_RANGE = 0xFD, 0xFE, 0xFF

PRIMARY, CHARACTERISTIC, CCCD = "2800", "2803", "2902"


class AttError(Exception):
    """An error that the device returns."""

    def __init__(self, code: int) -> None:
        super().__init__(f"ATT error 0x{code:02x}")
        self.code = code


@dataclass
class Attribute:
    handle: int
    type: str
    value: bytes = b""
    characteristic: str | None = None
    guarded: bool = False
    end: int = 0


@dataclass
class Service:
    """A service in a profile's description: characteristics as (UUID, properties, guarded)."""

    uuid: str
    characteristics: list[tuple[str, tuple[str, ...], bool]] = field(default_factory=list)


def table(services: list[tuple[int, Service]]) -> list[Attribute]:
    """The attributes of services at given or consecutive handles, in bluez-simulator's layout."""
    result: list[Attribute] = []
    following = 1
    for first, service in services:
        following = max(first, following)
        head = Attribute(following, PRIMARY, uuid_bytes(service.uuid))
        result.append(head)
        following += 1
        for uuid, flags, guarded in service.characteristics:
            bits = sum(PROPERTIES[flag] for flag in flags)
            declaration = struct.pack("<BH", bits, following + 1) + uuid_bytes(uuid)
            result.append(Attribute(following, CHARACTERISTIC, declaration, uuid))
            result.append(Attribute(following + 1, uuid, b"", uuid, guarded))
            following += 2
            if bits & (NOTIFY | INDICATE):
                result.append(Attribute(following, CCCD, b"", uuid, guarded))
                following += 1
        head.end = following - 1
    return result


class Server:
    """Answers one link's requests; `device` has `read`, `write`, `subscribe`, `may`, `request`."""

    def __init__(self, link: Link, device, attributes: list[Attribute], mtu: int) -> None:
        self.link, self.device, self.attributes = link, device, attributes
        self.own_mtu, self.mtu = mtu, 23
        self.by_handle = {a.handle: a for a in attributes}
        self.subscribed: dict[str, int] = {}
        self.waiting: list[tuple[str, bytes, Callable[[], None], Callable[[], None]]] = []
        self.pending: Callable[[], None] | None = None

    # -- out
    def notify(self, uuid: str, value: bytes) -> None:
        self.out(0x1B, uuid, value)

    def indicate(self, uuid: str, value: bytes, confirmed: Callable[[], None],
                 begun: Callable[[], None] = lambda: None) -> None:
        """Sends once the previous indication is confirmed; calls back when it begins, and when it is confirmed
        itself."""
        self.waiting.append((uuid, value, confirmed, begun))
        self.next_indication()

    def next_indication(self) -> None:
        if self.pending is None and self.waiting:
            uuid, value, self.pending, begun = self.waiting.pop(0)
            self.out(0x1D, uuid, value)
            begun()

    def out(self, opcode: int, uuid: str, value: bytes) -> None:
        handle = next(a.handle for a in self.attributes if a.type == uuid)
        self.link.to_central(ATT, struct.pack("<BH", opcode, handle) + value[:self.mtu - 3])

    # -- in
    def receive(self, packet: bytes) -> None:
        opcode = packet[0]
        if opcode == 0x1E:
            return self.confirmation()
        if opcode & 0x40:
            if opcode == 0x52 and len(packet) >= 3:
                self.command(packet)
            return
        if not opcode & 1 and opcode <= 0x20 and self.device.request(self, opcode, packet):
            self.answer(packet)

    def answer(self, packet: bytes) -> None:
        opcode = packet[0]
        handler = getattr(self, f"request_{opcode:02x}", None)
        handle = int.from_bytes(packet[1:3], "little") if len(packet) >= 3 else 0
        after: list[Callable[[], None]] = []
        try:
            if handler is None:
                raise AttError(NOT_SUPPORTED)
            try:
                reply = handler(packet, after)
            except (struct.error, IndexError):
                raise AttError(INVALID_PDU) from None
        except AttError as error:
            reply = struct.pack("<BBHB", 1, opcode, getattr(error, "handle", handle), error.code)
        self.link.to_central(ATT, reply[:self.mtu])
        for action in after:
            action()

    def confirmation(self) -> None:
        confirmed, self.pending = self.pending, None
        if confirmed:
            confirmed()
        self.next_indication()

    def find(self, handle: int) -> Attribute:
        attribute = self.by_handle.get(handle)
        if attribute is None:
            raise AttError(INVALID_HANDLE)
        return attribute

    def within(self, packet: bytes) -> list[Attribute]:
        start, end = struct.unpack_from("<HH", packet, 1)
        if not 0 < start <= end:
            raise AttError(INVALID_HANDLE)
        return [a for a in self.attributes if start <= a.handle <= end]

    def value(self, attribute: Attribute) -> bytes:
        if attribute.type == CCCD:
            return struct.pack("<H", self.subscribed.get(attribute.characteristic or "", 0))
        if attribute.characteristic is None or attribute.type == CHARACTERISTIC:
            return attribute.value
        self.device.may(self.link, attribute)
        return self.device.read(self, attribute.type)

    @staticmethod
    def rows(found: list[tuple[bytes, bytes]], room: int) -> tuple[int, bytes]:
        """Equal-sized rows that fit, with their size."""
        if not found:
            raise AttError(NOT_FOUND)
        size = min(len(found[0][0] + found[0][1]), room, 255)
        out = b""
        for head, value in found:
            row = (head + value)[:size]
            if len(head + value) != len(found[0][0] + found[0][1]) or len(out) + size > room:
                break
            out += row
        return size, out

    def request_02(self, packet: bytes, _) -> bytes:  # Exchange MTU
        their, = struct.unpack_from("<H", packet, 1)
        self.link.later(lambda: setattr(self, "mtu", max(23, min(their, self.own_mtu))))
        return struct.pack("<BH", 3, self.own_mtu)

    def request_04(self, packet: bytes, _) -> bytes:  # Find Information
        found = [(struct.pack("<H", a.handle), uuid_bytes(a.type)) for a in self.within(packet)]
        size, out = self.rows(found, self.mtu - 2)
        return bytes([5, 1 if size == 4 else 2]) + out

    def request_06(self, packet: bytes, _) -> bytes:  # Find By Type Value
        kind, value = packet[5:7], packet[7:]
        found = [a for a in self.within(packet) if uuid_bytes(a.type) == kind and a.value == value]
        if not found:
            raise AttError(NOT_FOUND)
        rows = [struct.pack("<HH", a.handle, a.end or a.handle) for a in found[:(self.mtu - 1) // 4]]
        return b"\x07" + b"".join(rows)

    def request_08(self, packet: bytes, _) -> bytes:  # Read By Type
        matching = [a for a in self.within(packet) if uuid_bytes(a.type) == packet[5:]]
        found = []
        for attribute in matching:
            try:
                found.append((struct.pack("<H", attribute.handle), self.value(attribute)))
            except AttError as error:
                if not found:
                    error.handle = attribute.handle
                    raise
                break
        size, out = self.rows(found, self.mtu - 2)
        return bytes([9, size]) + out

    def request_10(self, packet: bytes, _) -> bytes:  # Read By Group Type
        if packet[5:] != uuid_bytes(PRIMARY):
            raise AttError(UNSUPPORTED_GROUP)
        found = [(struct.pack("<HH", a.handle, a.end), a.value) for a in self.within(packet) if a.type == PRIMARY]
        size, out = self.rows(found, self.mtu - 2)
        return bytes([0x11, size]) + out

    def request_0a(self, packet: bytes, _) -> bytes:  # Read
        return b"\x0b" + self.value(self.find(int.from_bytes(packet[1:3], "little")))[:self.mtu - 1]

    def request_0c(self, packet: bytes, _) -> bytes:  # Read Blob
        handle, offset = struct.unpack_from("<HH", packet, 1)
        value = self.value(self.find(handle))
        if offset > len(value):
            raise AttError(INVALID_OFFSET)
        return b"\x0d" + value[offset:offset + self.mtu - 1]

    def request_12(self, packet: bytes, after: list) -> bytes:  # Write
        attribute = self.find(int.from_bytes(packet[1:3], "little"))
        value = packet[3:]
        if attribute.characteristic is None or attribute.type == CHARACTERISTIC:
            raise AttError(WRITE_REFUSED)
        self.device.may(self.link, attribute)
        if attribute.type == CCCD:
            if len(value) != 2:
                raise AttError(INVALID_LENGTH)
            bits = int.from_bytes(value, "little")
            after.append(lambda: self.device.subscribe(self, attribute.type and attribute.characteristic, bits))
        else:
            action = self.device.write(self, attribute.type, value)
            if action:
                after.append(action)
        return b"\x13"

    def command(self, packet: bytes) -> None:
        after: list[Callable[[], None]] = []
        try:
            self.request_12(packet, after)
        except AttError:
            return
        for action in after:
            action()
