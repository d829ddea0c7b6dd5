"""The Security Manager's functions (Core Specification 5.4, Vol 3, Part H, 2.2).

Every value is in wire order, least significant byte first, as in a packet.
"""

from __future__ import annotations

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.cmac import CMAC

SALT = bytes.fromhex("6c888391aaf5a53860370bdb5a6083be")[::-1]


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b))


def e(key: bytes, data: bytes) -> bytes:
    """AES-128 of one block."""
    encryptor = Cipher(algorithms.AES(key[::-1]), modes.ECB()).encryptor()
    return (encryptor.update(data[::-1]) + encryptor.finalize())[::-1]


def cmac(key: bytes, message: bytes) -> bytes:
    """AES-CMAC."""
    mac = CMAC(algorithms.AES(key[::-1]))
    mac.update(message[::-1])
    return mac.finalize()[::-1]


def c1(tk: bytes, rand: bytes, request: bytes, response: bytes, initiator: bytes, responder: bytes) -> bytes:
    """The legacy confirm value; addresses are six bytes and their type."""
    p1 = initiator[6:] + responder[6:] + request + response
    p2 = responder[:6] + initiator[:6] + bytes(4)
    return e(tk, xor(e(tk, xor(rand, p1)), p2))


def s1(tk: bytes, responder_rand: bytes, initiator_rand: bytes) -> bytes:
    """The legacy short-term key."""
    return e(tk, initiator_rand[:8] + responder_rand[:8])


def f4(u: bytes, v: bytes, x: bytes, z: int) -> bytes:
    """The confirm value of LE Secure Connections."""
    return cmac(x, bytes([z]) + v + u)


def f5(secret: bytes, n1: bytes, n2: bytes, a1: bytes, a2: bytes) -> tuple[bytes, bytes]:
    """The MAC key and the long-term key."""
    t = cmac(SALT, secret)
    rest = b"\x00\x01" + a2 + a1 + n2 + n1 + b"btle"[::-1]
    return cmac(t, rest + b"\x00"), cmac(t, rest + b"\x01")


def f6(mac_key: bytes, n1: bytes, n2: bytes, r: bytes, io: bytes, a1: bytes, a2: bytes) -> bytes:
    """The DHKey check value."""
    return cmac(mac_key, a2 + a1 + io + r + n2 + n1)


def g2(u: bytes, v: bytes, x: bytes, y: bytes) -> int:
    """The six digits of numeric comparison."""
    return int.from_bytes(cmac(x, y + v + u)[:4], "little") % 1_000_000


def resolvable_address(irk: bytes) -> bytes:
    """A fresh resolvable private address (Vol 6, Part B, 1.3.2.2)."""
    prand = bytearray(os.urandom(3))
    prand[2] = prand[2] & 0x3F | 0x40
    return e(irk, bytes(prand) + bytes(13))[:3] + bytes(prand)


class KeyPair:
    """A P-256 key of one pairing."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        numbers = self.private.public_key().public_numbers()
        self.x = numbers.x.to_bytes(32, "little")
        self.y = numbers.y.to_bytes(32, "little")

    def secret(self, peer: bytes) -> bytes:
        """The shared secret with the 64 bytes of the other side; ValueError for a point off the curve."""
        x, y = int.from_bytes(peer[:32], "little"), int.from_bytes(peer[32:], "little")
        key = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
        return self.private.exchange(ec.ECDH(), key)[::-1]
