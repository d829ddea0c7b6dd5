"""The controller that the guest's kernel drives: HCI over H4 (Core Specification 5.4, Vol 4, Part E).

It has no radio and no link layer. Adverts and links come from the air; encryption compares keys.
Legacy advertising only, no LL privacy, so the kernel resolves private addresses itself.
"""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import Callable

from .link import Link

ACL_LENGTH = 251
ACL_PACKETS = 8

UNKNOWN_COMMAND = 0x01
UNKNOWN_CONNECTION = 0x02
PAGE_TIMEOUT = 0x04
TIMEOUT = 0x08
DISALLOWED = 0x0C
REMOTE_USER = 0x13
LOCAL_HOST = 0x16
NOT_ESTABLISHED = 0x3E

# LE and BR/EDR, like a hub's adapter; inquiries get no answer.
LMP_FEATURES = bytes.fromhex("0000004040000b80")
LE_FEATURES = bytes.fromhex("0100000000000000")
COMMANDS = {26: 0xC0, 27: 0x07}


def _supported_commands() -> bytes:
    mask = bytearray(64)
    for octet, bits in COMMANDS.items():
        mask[octet] = bits
    return bytes(mask)


# The return values of commands after the status. Unlisted ones are answered with "unknown command".
ANSWERS: dict[int, bytes] = {
    opcode: b""
    for opcode in (
        0x0C01, 0x0C05, 0x0C13, 0x0C16, 0x0C18, 0x0C1A, 0x0C1C, 0x0C1E, 0x0C20, 0x0C24, 0x0C26, 0x0C33, 0x0C3A,
        0x0C43, 0x0C45, 0x0C47, 0x0C52, 0x0C56, 0x0C63, 0x0C6D, 0x0C7A, 0x080F, 0x2001, 0x2005, 0x2006, 0x2008,
        0x2009, 0x200A, 0x2024, 0x202A, 0x202D, 0x202E, 0x2074,
    )
} | {
    0x0C14: b"guest".ljust(248, b"\0"),          # local name
    0x0C1B: bytes.fromhex("00081200"),           # page scan activity
    0x0C23: bytes(3),                            # class of device
    0x0C25: bytes.fromhex("6000"),               # voice setting
    0x0C38: b"\x01",                             # number of inquiry access codes
    0x0C39: bytes.fromhex("01338b9e"),           # inquiry access code
    0x0C46: b"\x00",                             # page scan type
    0x0C58: b"\x00",                             # inquiry response power
    0x1001: struct.pack("<BHBHH", 8, 0, 8, 0xFFFF, 0),
    0x1002: _supported_commands(),
    0x1003: LMP_FEATURES,
    0x1005: struct.pack("<HBHH", ACL_LENGTH, 64, ACL_PACKETS, 8),
    0x2002: struct.pack("<HB", ACL_LENGTH, ACL_PACKETS),
    0x2003: LE_FEATURES,
    0x2007: b"\x00",                             # advertising power
    0x200F: b"\x10",                             # accept list size
    0x201C: (0x000003FFFFFFFFFF).to_bytes(8, "little"),
}


class Controller:
    """One adapter.

    `send` takes the bytes of an H4 packet for the guest. The controller never calls `air`: the air calls `hear` with
    each advert, and the controller calls the advertiser's `accept` when it connects.
    """

    def __init__(self, address: bytes, send: Callable[[bytes], None]) -> None:
        self.address = address
        self.send = send
        self.deaf: str | None = None
        self.on_command: Callable[[int], None] = lambda opcode: None
        self.links: dict[int, Link] = {}
        self.commands: dict[int, int] = {}
        self.unknown: dict[int, int] = {}
        self.last_handle = 0x3F
        self.partial: dict[int, bytearray] = {}
        self.clear()

    def clear(self) -> None:
        self.scanning = self.active = self.filter_duplicates = self.only_accepted = False
        self.heard: set[tuple] = set()
        self.accepted: set[tuple[bytes, int]] = set()
        self.wanted: tuple | None = None
        self.inquiry: asyncio.TimerHandle | None = None
        self.page: asyncio.TimerHandle | None = None
        self.paged = b""

    # -- from the guest
    def receive(self, kind: int, packet: bytes) -> None:
        if kind == 1:
            opcode, = struct.unpack_from("<H", packet)
            self.command(opcode, packet[3:])
        elif kind == 2:
            self.data(packet)

    def command(self, opcode: int, body: bytes) -> None:
        self.commands[opcode] = self.commands.get(opcode, 0) + 1
        self.on_command(opcode)
        handler = getattr(self, f"command_{opcode:04x}", None)
        if handler:
            answer = handler(body)
            if answer is not None:
                self.complete(opcode, answer)
        elif opcode in ANSWERS:
            self.complete(opcode, b"\0" + ANSWERS[opcode])
        else:
            self.unknown[opcode] = self.unknown.get(opcode, 0) + 1
            self.complete(opcode, bytes([UNKNOWN_COMMAND]))

    def complete(self, opcode: int, result: bytes) -> None:
        self.event(0x0E, struct.pack("<BH", 1, opcode) + result)

    def status(self, opcode: int, status: int = 0) -> None:
        self.event(0x0F, struct.pack("<BBH", status, 1, opcode))

    def event(self, code: int, body: bytes) -> None:
        self.send(bytes([4, code, len(body)]) + body)

    def data(self, packet: bytes) -> None:
        head, length = struct.unpack_from("<HH", packet)
        handle = head & 0xFFF
        link = self.links.get(handle)
        if link is None:
            return
        self.event(0x13, struct.pack("<BHH", 1, handle, 1))
        if head >> 12 & 3 != 1:
            self.partial[handle] = bytearray()
        frame = self.partial.setdefault(handle, bytearray())
        frame += packet[4:4 + length]
        if len(frame) >= 4 and len(frame) >= 4 + int.from_bytes(frame[:2], "little"):
            channel = int.from_bytes(frame[2:4], "little")
            self.partial[handle] = bytearray()
            link.from_central(channel, bytes(frame[4:]))

    # -- commands with an effect
    def command_0c03(self, _: bytes) -> bytes:  # Reset
        self.silence("adapter reset")
        return b"\0"

    def silence(self, detail: str) -> None:
        """Ends every link and forgets all settings, without informing the guest."""
        for link in list(self.links.values()):
            link.end(TIMEOUT, tell=False, detail=detail)
        for timer in (self.inquiry, self.page):
            if timer:
                timer.cancel()
        self.clear()

    def command_1009(self, _: bytes) -> bytes:  # Read BD_ADDR
        return b"\0" + self.address

    def command_1004(self, body: bytes) -> bytes:  # Read Local Extended Features
        page = body[0]
        features = {0: LMP_FEATURES, 1: bytes.fromhex("0300000000000000")}.get(page, bytes(8))
        return bytes([0, page, 2]) + features

    def command_0401(self, body: bytes) -> None:  # Inquiry
        self.status(0x0401)
        loop = asyncio.get_running_loop()
        self.inquiry = loop.call_later(body[3] * 1.28, self.event, 0x01, b"\0")

    def command_0402(self, _: bytes) -> bytes:  # Inquiry Cancel
        if self.inquiry:
            self.inquiry.cancel()
        return b"\0"

    def command_0405(self, body: bytes) -> None:  # Create Connection
        # bluetoothd 5.66 pairs a bonded LE device over BR/EDR when asked to pair again: the page gets no answer.
        self.status(0x0405)
        failed = struct.pack("<BH", PAGE_TIMEOUT, 0) + body[:6] + b"\x01\x00"
        self.paged = body[:6]
        self.page = asyncio.get_running_loop().call_later(5.12, self.event, 0x03, failed)

    def command_0408(self, body: bytes) -> bytes:  # Create Connection Cancel
        if self.page is None or self.page.cancelled() or self.paged != body[:6]:
            return bytes([UNKNOWN_CONNECTION]) + body[:6]
        self.page.cancel()
        failed = struct.pack("<BH", UNKNOWN_CONNECTION, 0) + body[:6] + b"\x01\x00"
        asyncio.get_running_loop().call_soon(self.event, 0x03, failed)
        return b"\0" + body[:6]

    def command_200b(self, body: bytes) -> bytes:  # LE Set Scan Parameters
        self.active, self.only_accepted = body[0] == 1, body[6] & 1 == 1
        return b"\0"

    def command_200c(self, body: bytes) -> bytes:  # LE Set Scan Enable
        self.scanning, self.filter_duplicates = body[0] == 1, body[1] == 1
        self.heard.clear()
        return b"\0"

    def command_2010(self, _: bytes) -> bytes:  # LE Clear Filter Accept List
        self.accepted.clear()
        return b"\0"

    def command_2011(self, body: bytes) -> bytes:  # LE Add Device To Filter Accept List
        self.accepted.add((body[1:7], body[0]))
        return b"\0"

    def command_2012(self, body: bytes) -> bytes:  # LE Remove Device From Filter Accept List
        self.accepted.discard((body[1:7], body[0]))
        return b"\0"

    def command_200d(self, body: bytes) -> None:  # LE Create Connection
        if self.wanted:
            return self.status(0x200D, DISALLOWED)
        policy, kind, peer = body[4], body[5], body[6:12]
        self.wanted = (policy, (peer, kind))
        self.status(0x200D)

    def command_200e(self, _: bytes) -> bytes:  # LE Create Connection Cancel
        if not self.wanted:
            return bytes([DISALLOWED])
        _, (peer, kind) = self.wanted
        self.wanted = None
        asyncio.get_running_loop().call_soon(self.connection_complete, UNKNOWN_CONNECTION, 0, peer, kind)
        return b"\0"

    def command_2013(self, body: bytes) -> None:  # LE Connection Update
        handle, _, interval, latency, timeout = struct.unpack_from("<HHHHH", body)
        self.status(0x2013)
        self.event(0x3E, struct.pack("<BBHHHH", 3, 0, handle, interval, latency, timeout))

    def command_2016(self, body: bytes) -> None:  # LE Read Remote Features
        handle, = struct.unpack("<H", body)
        link = self.links.get(handle)
        self.status(0x2016, 0 if link else UNKNOWN_CONNECTION)
        if link:
            link.later(lambda: self.event(0x3E, struct.pack("<BBH", 4, 0, handle) + LE_FEATURES))

    def command_041d(self, body: bytes) -> None:  # Read Remote Version
        handle, = struct.unpack("<H", body)
        link = self.links.get(handle)
        self.status(0x041D, 0 if link else UNKNOWN_CONNECTION)
        if link:
            link.later(lambda: self.event(0x0C, struct.pack("<BHBHH", 0, handle, 8, 0xFFFF, 0)))

    def command_2018(self, _: bytes) -> bytes:  # LE Rand
        return b"\0" + os.urandom(8)

    def command_2019(self, body: bytes) -> None:  # LE Enable Encryption
        handle, rand, ediv = struct.unpack_from("<H8sH", body)
        link = self.links.get(handle)
        self.status(0x2019, 0 if link else UNKNOWN_CONNECTION)
        if link:
            link.later(lambda: link.encrypt(body[12:28], ediv, rand))

    def command_0406(self, body: bytes) -> None:  # Disconnect
        handle, _ = struct.unpack_from("<HB", body)
        link = self.links.get(handle)
        self.status(0x0406, 0 if link else UNKNOWN_CONNECTION)
        if link:
            link.later(lambda: link.end(LOCAL_HOST, detail="local"))

    def command_1405(self, body: bytes) -> bytes:  # Read RSSI
        handle, = struct.unpack("<H", body)
        link = self.links.get(handle)
        if link is None:
            return bytes([UNKNOWN_CONNECTION]) + body + b"\x7f"
        return b"\0" + body + struct.pack("b", link.device.script.rssi)

    def command_0c2d(self, body: bytes) -> bytes:  # Read Transmit Power Level
        return b"\0" + body[:2] + b"\0"

    # -- from the air
    def hear(self, advertiser, address: bytes, kind: int, data: bytes, response: bytes, rssi: int) -> None:
        """Handles one advert; a connectable one has a scan response for active scanners."""
        if self.deaf:
            return
        if self.scanning and (not self.only_accepted or (address, kind) in self.accepted):
            key = (address, kind, data, response)
            if not (self.filter_duplicates and key in self.heard):
                self.heard.add(key)
                self.report(0, address, kind, data, rssi)
                if self.active:
                    self.report(4, address, kind, response, rssi)
        if self.wanted:
            policy, peer = self.wanted
            if (address, kind) in self.accepted if policy == 1 else peer == (address, kind):
                advertiser.accept(self, address, kind)

    def report(self, event: int, address: bytes, kind: int, data: bytes, rssi: int) -> None:
        head = struct.pack("<BBBB", 2, 1, event, kind) + address + bytes([len(data)])
        self.event(0x3E, head + data + struct.pack("b", max(-127, min(20, rssi))))

    def connect(self, device, address: bytes, kind: int) -> Link:
        """Makes a link to a device whose advert was heard."""
        self.wanted = None
        # A handle is not reused at once, so that a late packet meets no other link.
        self.last_handle = 0x40 if self.last_handle >= 0xEF0 else self.last_handle + 1
        link = Link(self, self.last_handle, device, (self.address, 0), (address, kind))
        self.links[link.handle] = link
        self.connection_complete(0, link.handle, address, kind)
        return link

    def connection_complete(self, status: int, handle: int, address: bytes, kind: int) -> None:
        self.event(0x3E, struct.pack("<BBHBB", 1, status, handle, 0, kind) + address
                   + struct.pack("<HHHB", 24, 0, 42, 0))

    def to_guest(self, link: Link, channel: int, payload: bytes) -> None:
        """Passes on an L2CAP frame from a device."""
        frame = struct.pack("<HH", len(payload), channel) + payload
        for offset in range(0, len(frame), ACL_LENGTH):
            part = frame[offset:offset + ACL_LENGTH]
            flags = 0x2000 if offset == 0 else 0x1000
            self.send(b"\x02" + struct.pack("<HH", link.handle | flags, len(part)) + part)

    def disconnected(self, link: Link, reason: int, tell: bool) -> None:
        self.links.pop(link.handle, None)
        self.partial.pop(link.handle, None)
        if tell:
            self.event(0x05, struct.pack("<BHB", 0, link.handle, reason))

    def encryption_changed(self, link: Link, status: int, on: bool) -> None:
        self.event(0x08, struct.pack("<BHB", status, link.handle, on))


class H4Parser:
    """Splits the serial line's bytes into packets."""

    def __init__(self, packet: Callable[[int, bytes], None]) -> None:
        self.packet = packet
        self.rest = bytearray()
        self.lost = 0

    def feed(self, data: bytes) -> None:
        rest = self.rest
        rest += data
        while rest:
            kind = rest[0]
            if kind not in (1, 2, 3):
                # The line was cut in the middle of a packet, so this looks for the next one.
                self.lost += 1
                del rest[0]
                continue
            head = 5 if kind == 2 else 4
            if len(rest) < head:
                return
            length = int.from_bytes(rest[3:5], "little") if kind == 2 else rest[3]
            if len(rest) < head + length:
                return
            body = bytes(rest[1:head + length])
            del rest[:head + length]
            self.packet(kind, body)
