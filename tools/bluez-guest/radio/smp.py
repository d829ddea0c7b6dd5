"""Pairing as the responding device: LE legacy and LE Secure Connections (Core Specification 5.4, Vol 3, Part H).

The kernel of the guest is the initiator.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from hmac import compare_digest

from . import crypto
from .link import SMP, Link

REQUEST, RESPONSE, CONFIRM, RANDOM, FAILED, KEY, KEY_ID, IRK, IDENTITY, SECURITY = 1, 2, 3, 4, 5, 6, 7, 8, 9, 0x0B
PUBLIC_KEY, DH_CHECK = 0x0C, 0x0D
ENTRY_FAILED, CONFIRM_FAILED, NOT_SUPPORTED, DH_FAILED = 0x01, 0x04, 0x05, 0x0B

DISPLAY, DISPLAY_YES_NO, KEYBOARD, NOTHING, KEYBOARD_DISPLAY = range(5)
# A device's means of display and input, by its way of pairing.
CAPABILITY = {"none": NOTHING, "justWorks": NOTHING, "passkey": DISPLAY, "confirm": DISPLAY_YES_NO, "enter": KEYBOARD}
BONDING, MITM, SECURE = 1, 4, 8


@dataclass
class Key:
    """The contents of a bond."""

    value: bytes
    ediv: int
    rand: bytes
    authenticated: bool
    secure: bool


class Pairing:
    """One pairing on one link; the device decides its capabilities and display."""

    def __init__(self, link: Link, device) -> None:
        self.link, self.device = link, device
        self.step = "idle"
        self.key: Key | None = None

    def send(self, code: int, body: bytes) -> None:
        self.link.to_central(SMP, bytes([code]) + body)

    def fail(self, reason: int) -> None:
        self.step = "idle"
        self.key = None
        self.send(FAILED, bytes([reason]))
        self.device.pairing_failed(self.link, reason)

    def ask_for_security(self) -> None:
        """Asks the central to encrypt, as many devices do on connection."""
        self.send(SECURITY, bytes([BONDING | self.flags()]))

    def flags(self) -> int:
        script = self.device.script
        guarded = MITM if script.pairing in ("passkey", "confirm", "enter") else 0
        return guarded | (SECURE if script.secure_connections else 0)

    def receive(self, packet: bytes) -> None:
        code, body = packet[0], packet[1:]
        if self.device.pairing_step(self.link, code):
            return
        wanted = {
            REQUEST: 6, CONFIRM: 16, RANDOM: 16, PUBLIC_KEY: 64, DH_CHECK: 16, FAILED: 1,
            KEY: 16, KEY_ID: 10, IRK: 16, IDENTITY: 7,
        }.get(code)
        if wanted is None or len(body) != wanted:
            return
        if code == REQUEST:
            self.begin(packet)
        elif code == FAILED:
            self.step = "idle"
            self.device.pairing_failed(self.link, body[0])
        elif code in (KEY, KEY_ID, IRK, IDENTITY):
            self.take_key(code)
        elif handler := getattr(self, f"{self.step}_{code:02x}", None):
            handler(body)
        else:
            self.fail(0x08)

    def begin(self, request: bytes) -> None:
        script = self.device.script
        if script.pairing == "reject" or self.device.refuses_pairing(self.link):
            return self.fail(NOT_SUPPORTED)
        io, _, auth, _, initiator_keys, responder_keys = request[1:]
        own = CAPABILITY[script.pairing]
        self.secure = bool(auth & SECURE and script.secure_connections)
        keys = responder_keys & (0x02 if self.device.irk else 0x00) | (0 if self.secure else responder_keys & 0x01)
        self.expected = initiator_keys & (0x02 if self.secure else 0x03)
        self.request = request
        self.response = bytes([RESPONSE, own, 0, BONDING | self.flags(), 16, self.expected, keys])
        self.own_keys = keys
        self.method = self.choose(io, own, auth)
        if self.method == "works" and script.pairing in ("passkey", "enter", "confirm"):
            # A device that needs the passkey refuses a central that cannot handle one.
            return self.fail(0x03)
        link = self.link
        self.initiator = link.central[0] + bytes([link.central[1]])
        self.responder = link.peripheral[0] + bytes([link.peripheral[1]])
        self.passkey = 0
        if self.method in ("show", "compare"):
            self.passkey = script.passkey
        self.step = "secure" if self.secure else "legacy"
        self.confirmed = False
        self.send(RESPONSE, self.response[1:])

    def choose(self, io: int, own: int, auth: int) -> str:
        """The method by table 2.8: works, show (the device shows), enter (the device enters) or compare."""
        if not (auth | self.response[3]) & MITM or NOTHING in (io, own):
            return "works"
        if own == DISPLAY:
            return "show" if io in (KEYBOARD, KEYBOARD_DISPLAY) else "works"
        if own == KEYBOARD:
            return "enter"
        if io == KEYBOARD or io == KEYBOARD_DISPLAY and not self.secure:
            return "show"
        return "compare" if self.secure and io in (DISPLAY_YES_NO, KEYBOARD_DISPLAY) else "works"

    # -- LE legacy
    def legacy_03(self, body: bytes) -> None:
        self.theirs = body
        if self.method == "enter":
            return self.device.wait_for_passkey(self.link, self.entered)
        self.legacy_confirm()

    def entered(self, passkey: int | None) -> None:
        """Handles the person's input of the central's number, or None for giving up."""
        if passkey is None:
            return self.fail(ENTRY_FAILED)
        self.passkey = passkey
        self.entry_known = True
        self.passkey_confirm() if self.secure else self.legacy_confirm()

    def legacy_confirm(self) -> None:
        self.temporary = self.passkey.to_bytes(16, "little")
        self.rand = os.urandom(16)
        self.step = "legacy"
        self.send(CONFIRM, self.c1(self.rand))

    def c1(self, rand: bytes) -> bytes:
        return crypto.c1(self.temporary, rand, self.request, self.response, self.initiator, self.responder)

    def legacy_04(self, body: bytes) -> None:
        if not compare_digest(self.c1(body), self.theirs):
            return self.fail(CONFIRM_FAILED)
        self.key = Key(crypto.s1(self.temporary, self.rand, body), 0, bytes(8), self.method != "works", False)
        self.step = "encrypting"
        self.send(RANDOM, self.rand)

    # -- LE Secure Connections
    def secure_0c(self, body: bytes) -> None:
        self.pair = crypto.KeyPair()
        try:
            self.secret = self.pair.secret(body)
        except ValueError:
            return self.fail(DH_FAILED)
        self.their_x = body[:32]
        self.round, self.entry_known = 0, self.method == "show"
        self.theirs = b""
        self.send(PUBLIC_KEY, self.pair.x + self.pair.y)
        if self.method in ("works", "compare"):
            self.rand = os.urandom(16)
            self.send(CONFIRM, crypto.f4(self.pair.x, self.their_x, self.rand, 0))
            self.step = "numbers"
            return
        self.step = "rounds"
        if self.method == "enter":
            self.device.wait_for_passkey(self.link, self.entered)

    def numbers_04(self, body: bytes) -> None:
        if self.method == "compare":
            self.device.shown(crypto.g2(self.their_x, self.pair.x, body, self.rand))
        self.send(RANDOM, self.rand)
        self.finish(body, bytes(16))

    def rounds_03(self, body: bytes) -> None:
        self.theirs = body
        self.passkey_confirm()

    def passkey_confirm(self) -> None:
        if not self.theirs or not self.entry_known:
            return
        self.rand = os.urandom(16)
        self.send(CONFIRM, crypto.f4(self.pair.x, self.their_x, self.rand, self.bit()))

    def bit(self) -> int:
        return 0x80 | self.passkey >> self.round & 1

    def rounds_04(self, body: bytes) -> None:
        if not compare_digest(crypto.f4(self.their_x, self.pair.x, body, self.bit()), self.theirs):
            return self.fail(CONFIRM_FAILED)
        self.send(RANDOM, self.rand)
        self.round += 1
        self.theirs = b""
        if self.round == 20:
            self.finish(body, self.passkey.to_bytes(16, "little"))

    def finish(self, their_rand: bytes, r: bytes) -> None:
        mac, key = crypto.f5(self.secret, their_rand, self.rand, self.initiator, self.responder)
        args = self.initiator, self.responder
        self.their_check = crypto.f6(mac, their_rand, self.rand, r, self.request[1:4], *args)
        self.own_check = crypto.f6(mac, self.rand, their_rand, r, self.response[1:4], *args[::-1])
        self.key = Key(key, 0, bytes(8), self.method != "works", True)
        self.step = "check"

    def check_0d(self, body: bytes) -> None:
        if not compare_digest(body, self.their_check):
            return self.fail(DH_FAILED)
        self.step = "encrypting"
        self.send(DH_CHECK, self.own_check)

    # -- the end
    def encrypted(self) -> None:
        """With the link encrypted by this pairing's key, distributes the keys and stores the bond."""
        if self.step != "encrypting" or self.key is None:
            return
        self.step = "keys"
        self.bond = self.key
        if self.own_keys & 0x01:
            self.bond = Key(os.urandom(16), *struct.unpack("<H8s", os.urandom(10)), self.key.authenticated, False)
            self.send(KEY, self.bond.value)
            self.send(KEY_ID, struct.pack("<H", self.bond.ediv) + self.bond.rand)
        if self.own_keys & 0x02:
            self.send(IRK, self.device.irk)
            self.send(IDENTITY, bytes([self.device.identity[1]]) + self.device.identity[0])
        self.waits_for = {KEY_ID} if self.expected & 1 else set()
        if self.expected & 2:
            self.waits_for.add(IDENTITY)
        self.take_key(0)

    def take_key(self, code: int) -> None:
        if self.step != "keys":
            return
        self.waits_for.discard(code)
        if not self.waits_for:
            self.step = "idle"
            self.device.paired(self.link, self.bond)
