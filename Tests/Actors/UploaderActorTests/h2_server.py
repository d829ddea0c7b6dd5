"""An HTTP/2 server on loopback that answers each request with one fault, for the uploader's tests: CERTIFICATE KEY FAULT.

Prints its port, and ends when its standard input ends. It reads frames only as far as it must (RFC 9113): of what comes in it
knows when a request's headers and its body have ended. FAULT is `created` (no fault: 201 with an id), `refused` (REFUSED_STREAM
before the body is looked at), `reset` (INTERNAL_ERROR after the body), `goaway` (nothing is taken), `goaway-after` (the body is),
`continuation` (headers without an end), `pings` (a flood of them before the answer), `settings` (a window of nothing and settings
without an end), `garbage` (bytes that are no frames) or `half` (headers, and then the connection's end).
"""

import socket
import ssl
import struct
import sys
import threading

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, CONTINUATION = 0, 1, 3, 4, 6, 7, 9
END_STREAM, END_HEADERS, ACK = 1, 4, 1
BODY = b'{"id": "s-1"}'
# HPACK (RFC 7541): ':status' by its name in the static table, and a value of its own; content-type the same way.
CREATED = b"\x08\x03201" + b"\x0f\x10\x10application/json"


def frame(kind, flags, stream, body=b""):
    return struct.pack(">I", len(body))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + body


def read_all(link, count):
    data = b""
    while len(data) < count:
        more = link.recv(count - len(data))
        if not more:
            raise ConnectionError
        data += more
    return data


def request(link):
    """The next request's stream, once its headers and then its body have ended."""
    while True:
        head = read_all(link, 9)
        size, kind, flags = int.from_bytes(head[:3], "big"), head[3], head[4]
        stream = int.from_bytes(head[5:], "big") & 0x7FFFFFFF
        read_all(link, size)
        if kind == SETTINGS and not flags & ACK:
            link.sendall(frame(SETTINGS, ACK, 0))
        elif kind in (HEADERS, DATA):
            yield stream, bool(flags & END_STREAM)


def answer(link, stream):
    link.sendall(frame(HEADERS, END_HEADERS, stream, CREATED) + frame(DATA, END_STREAM, stream, BODY))


def flood(link, data):
    for _ in range(200_000):
        link.sendall(data)


def spoil(link, fault, stream):
    """Answers a request whose body has ended."""
    if fault == "created":
        answer(link, stream)
    elif fault == "reset":
        link.sendall(frame(RST_STREAM, 0, stream, struct.pack(">I", 2)))
    elif fault == "goaway-after":
        link.sendall(frame(GOAWAY, 0, 0, struct.pack(">II", stream, 2)))
        raise ConnectionError
    elif fault == "continuation":
        link.sendall(frame(HEADERS, 0, stream, CREATED))
        flood(link, frame(CONTINUATION, 0, stream, (b"\x00\x01x\x7f\x81\x07" + b"a" * 1_030) * 8))
    elif fault == "pings":
        for number in range(20_000):
            link.sendall(frame(PING, 0, 0, struct.pack(">Q", number)))
        answer(link, stream)
    elif fault == "settings":
        flood(link, frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 0)))
    elif fault == "garbage":
        link.sendall(b"\xff" * 4_096)
    elif fault == "half":
        link.sendall(frame(HEADERS, END_HEADERS, stream, CREATED))
        raise ConnectionError


def serve(link, fault):
    try:
        if read_all(link, len(PREFACE)) != PREFACE:
            return
        link.sendall(frame(SETTINGS, 0, 0))
        if fault == "goaway":
            link.sendall(frame(GOAWAY, 0, 0, struct.pack(">II", 0, 0)))
        for stream, has_ended in request(link):
            if fault == "refused":
                link.sendall(frame(RST_STREAM, 0, stream, struct.pack(">I", 7)))
            elif has_ended:
                spoil(link, fault, stream)
    except (OSError, ConnectionError):
        pass
    finally:
        link.close()


def main():
    certificate, key, fault = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def accept():
        while True:
            link, _ = listener.accept()
            try:
                link = context.wrap_socket(link, server_side=True)
            except OSError:
                continue
            threading.Thread(target=serve, args=(link, fault), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()


main()
