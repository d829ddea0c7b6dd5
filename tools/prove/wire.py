"""A minimum of MQTT 5 over a Unix socket for rude clients, because every library waits for answers before it sends."""

from __future__ import annotations

import socket
import struct
from collections.abc import Sequence
from pathlib import Path


def text(words: str) -> bytes:
    data = words.encode()
    return struct.pack(">H", len(data)) + data


def length(number: int) -> bytes:
    out = bytearray()
    while True:
        number, digit = divmod(number, 128)
        out.append(digit | (0x80 if number else 0))
        if not number:
            return bytes(out)


def packet(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + length(len(body)) + body


def connect(path: Path | str, client: str, *, user: str, password: str) -> socket.socket:
    """A socket that the broker has accepted."""
    link = socket.socket(socket.AF_UNIX)
    link.settimeout(20)
    link.connect(str(path))
    reason = greet(link, client, user=user, password=password)
    if reason:
        raise SystemExit(f"the broker refuses {user}: reason {reason}")
    return link


def greet(link: socket.socket, client: str, *, user: str | None = None, password: str | None = None, will: tuple[str, str] | None = None) -> int:
    """Sends CONNECT; returns the broker's code, 0 for success, 255 if it closed the connection.

    Without a user a certificate identifies the client. A will is a topic and a payload for the broker to keep.
    """
    flags, body = 0x02, b"\0" + text(client)
    if will:
        flags, body = flags | 0x2C, body + b"\0" + text(will[0]) + text(will[1])
    for mark, word in ((0x80, user), (0x40, password)):
        if word is not None:
            flags, body = flags | mark, body + text(word)
    link.sendall(packet(0x10, text("MQTT") + bytes([5, flags]) + struct.pack(">H", 600) + body))
    answer = taken(link, 4)
    if len(answer) < 4 or answer[0] != 0x20:
        return 255
    # The broker's limits.
    taken(link, answer[1] - 2)
    return answer[3]


def taken(link: socket.socket, count: int) -> bytes:
    """Reads a number of bytes; fewer if the broker closes."""
    data = b""
    while len(data) < count and (more := link.recv(count - len(data))):
        data += more
    return data


def subscribe(link: socket.socket, topics: Sequence[str]) -> None:
    body = struct.pack(">H", 1) + b"\0" + b"".join(text(topic) + b"\1" for topic in topics)
    link.sendall(packet(0x82, body))


def publish_head(topic: str, *, size: int, number: int, response: str | None = None) -> bytes:
    """A publish of QoS 1 up to its payload of `size` bytes."""
    properties = b"\x08" + text(response) if response else b""
    head = text(topic) + struct.pack(">H", number % 65_535 + 1) + length(len(properties)) + properties
    return bytes([0x32]) + length(len(head) + size) + head
