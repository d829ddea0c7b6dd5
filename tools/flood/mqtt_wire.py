"""Just enough MQTT 5 over a Unix socket to be rude: no library sends without waiting for anything."""

import socket
import struct


def text(words):
    data = words.encode()
    return struct.pack(">H", len(data)) + data


def length(number):
    out = bytearray()
    while True:
        number, digit = divmod(number, 128)
        out.append(digit | (0x80 if number else 0))
        if not number:
            return bytes(out)


def packet(kind, body):
    return bytes([kind]) + length(len(body)) + body


def connect(path, client, user, password):
    """A socket that the broker has accepted."""
    link = socket.socket(socket.AF_UNIX)
    link.settimeout(20)
    link.connect(str(path))
    link.sendall(packet(0x10, text("MQTT") + bytes([5, 0xC2]) + struct.pack(">H", 600) + b"\0" + text(client) + text(user) + text(password)))
    answer = link.recv(4)
    if len(answer) < 4 or answer[0] != 0x20 or answer[3]:
        raise SystemExit(f"the broker refuses {user}: {answer!r}")
    # What the broker says of its limits.
    rest = answer[1] - 2
    while rest > 0:
        rest -= len(link.recv(rest))
    return link


def subscribe(link, topics):
    body = struct.pack(">H", 1) + b"\0" + b"".join(text(topic) + b"\1" for topic in topics)
    link.sendall(packet(0x82, body))


def publish_head(topic, size, number, response=None):
    """All of a publish of QoS 1 before its payload of `size` bytes."""
    properties = b"\x08" + text(response) if response else b""
    head = text(topic) + struct.pack(">H", number % 65_535 + 1) + length(len(properties)) + properties
    return bytes([0x32]) + length(len(head) + size) + head
