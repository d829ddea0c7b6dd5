"""Hostile senders to the importer's HTTP port, from a separate address (127.0.0.2)."""

import http.client
import os
import socket
import time
import zipfile


def open_one(port):
    link = socket.socket()
    link.settimeout(5)
    link.bind(("127.0.0.2", 0))
    link.connect(("127.0.0.1", port))
    return link


class Crowd:
    """Many connections at once, which last as long as the server keeps them."""

    def __init__(self, port):
        self.port, self.links, self.refused = port, [], 0

    def grow(self, count, first=b""):
        for _ in range(count):
            try:
                link = open_one(self.port)
                if first:
                    link.sendall(first)
                link.setblocking(False)
                self.links.append(link)
            except OSError:
                self.refused += 1

    def drip(self, byte):
        for link in self.links:
            try:
                link.send(byte)
            except OSError:
                continue

    def alive(self):
        """The number that the server has not closed."""
        count = 0
        for link in self.links:
            try:
                while link.recv(4_096):
                    pass
            except BlockingIOError:
                count += 1
            except OSError:
                continue
        return count

    def close(self):
        for link in self.links:
            link.close()


def head(token, *more):
    lines = ["POST /v1/import HTTP/1.1", "Host: x", f"Authorization: Bearer {token}", *more]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


def lies(port, token):
    """Bodies with false lengths; each answer is the status or how the connection ended."""
    chunked = head(token, "Transfer-Encoding: chunked")
    cases = {
        "a chunk of 2^63 bytes": chunked + b"7fffffffffffffff\r\nx",
        "a chunk size that overflows": chunked + b"fffffffffffffffff\r\nx",
        "a chunk shorter than said": chunked + b"5\r\nab\r\n0\r\n\r\n",
        "a chunk size that is not a number": chunked + b"zz\r\nab\r\n",
        "an extension without end": chunked + b"1;" + b"a" * 1_000_000,
        "a length and chunks": head(token, "Content-Length: 3", "Transfer-Encoding: chunked") + b"0\r\n\r\n",
        "two lengths": head(token, "Content-Length: 3", "Content-Length: 30") + b"abc",
        "a length over the limit": head(token, "Content-Length: 99999999999999"),
        "a negative length": head(token, "Content-Length: -1"),
        "a header without end": head(token)[:-4] + b"\r\nX: " + b"a" * 1_000_000,
    }
    answers = {}
    for name, data in cases.items():
        try:
            with open_one(port) as link:
                link.settimeout(3)
                link.sendall(data)
                answers[name] = link.recv(64).split(b"\r\n")[0].decode(errors="replace") or "closed"
        except OSError as error:
            answers[name] = type(error).__name__
    return answers


def endless(port, token, *, seconds):
    """An endless body in chunks; returns the accepted MiB, and the time until the server cut it."""
    sent, begin, chunk = 0, time.monotonic(), b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    try:
        with open_one(port) as link:
            link.sendall(head(token, "Transfer-Encoding: chunked"))
            while time.monotonic() < begin + seconds:
                link.sendall(chunk)
                sent += 1
    except OSError:
        pass
    return sent, time.monotonic() - begin


def post(port, token, *, path):
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with open(path, "rb") as body:
        link.request("POST", "/v1/import", body, {"Authorization": f"Bearer {token}"})
    return link.getresponse().status


def is_answered(port):
    """Whether another address gets an answer (401, because it has no token)."""
    try:
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        link.request("POST", "/v1/import", b"x")
        return link.getresponse().status == 401
    except OSError:
        return False


def bomb(path, megabytes, *, name="apple_health_export/export.xml"):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        with archive.open(name, "w", force_zip64=True) as entry:
            entry.write(b'<?xml version="1.0"?><HealthData locale="en">')
            for _ in range(megabytes):
                entry.write(b" " * (1 << 20))


def crowded(path, entries):
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(entries):
            archive.writestr(f"d/{number}.xml", b"<HealthData/>")


def nested(path, layers):
    inner = b"<HealthData/>"
    for layer in range(layers):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(10):
                archive.writestr(f"{layer}-{number}.zip", inner)
        inner = path.read_bytes()


def strange_files(folder):
    """Puts improper files into an import folder; returns the names."""
    outside = folder.parent / "outside.xml"
    outside.write_text("<HealthData/>")
    (folder / "link-outside.xml").symlink_to(outside)
    (folder / "link-loop.xml").symlink_to(folder / "link-loop.xml")
    (folder / "link-up").symlink_to(folder)
    (folder / "link-zero.xml").symlink_to("/dev/zero")
    os.mkfifo(folder / "fifo.xml")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(folder / "socket.xml"))
    names = ["link-outside.xml", "link-loop.xml", "link-up", "link-zero.xml", "fifo.xml", "socket.xml"]
    try:
        os.mknod(folder / "device.xml", 0o600 | 0o020000, os.makedev(1, 5))
        names.append("device.xml")
    except OSError:
        pass
    return names
