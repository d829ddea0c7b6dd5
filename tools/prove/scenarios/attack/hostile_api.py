"""A server between a hub and its cloud: passes everything on, or breaks the answers in a given way."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import json
import re
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HUGE = "x" * 900_000
CONTROL = "id\x1b[2J\x07\nall well\u009b"
# In these modes the cloud gets the request and its answer is replaced; in the others the request is not passed on.
AFTER = {"huge-id", "control-id", "cut", "not-json", "endless-body", "bomb", "nested", "rows"}


def spoilt_rows(answer, turn):
    """The answer to several records of the legacy API, with rows that say nothing, too much, or of what nobody sent.

    `turn` is how many rows were spoilt before, so that each way has its turn however records are put together.
    """
    for value in answer.values():
        if isinstance(value, list):
            whole = [row for row in value if isinstance(row, dict)]
            hostile: list[dict[str, Any]] = [
                {"_id": HUGE[:9_000]},
                {"_id": CONTROL},
                {"_id": {}},
                {"code": 10**30},
                {"code": -1},
                {"code": "\u202e"},
                {"data_id": HUGE[:9_000]},
            ]
            value[:] = [{**row, **hostile[place % len(hostile)]} for place, row in enumerate(whole, turn)]
            turn += len(whole)
            value += [None, 1e300, [], [[[]]], {"data_id": CONTROL, "_id": "1", "code": 201}] + value[:2] * 50
    return answer, turn


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    server: Door

    def log_message(self, *_):
        pass

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        api, mode = self.server.api, self.server.api.mode
        if api.only not in self.path:
            mode = None
        if mode:
            api.broken += 1
        if mode and mode not in AFTER:
            return self.refuse(mode)
        status, headers, answer = self.pass_on(body)
        if mode and self.command in ("POST", "PUT"):
            return self.spoil(mode, status, answer=answer)
        self.say(status, answer, kind=headers.get("Content-Type", "application/json"))

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = handle_any

    def pass_on(self, body):
        link = http.client.HTTPConnection("127.0.0.1", self.server.api.cloud, timeout=30)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "accept-encoding")}
        link.request(self.command, self.path, body, headers)
        answer = link.getresponse()
        return answer.status, answer.headers, answer.read()

    def say(self, status, body, *, kind="application/json", **more):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in more.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        with contextlib.suppress(OSError):
            # The client need not accept all of it.
            self.wfile.write(body)

    def refuse(self, mode):
        if mode.startswith("redirect"):
            # 307 and 308 would send the body along, in which the legacy API has its token.
            word, _, target = mode.partition(":")
            return self.say(int(word.removeprefix("redirect") or 302), b"", Location=target)
        if mode.startswith("status:"):
            status = int(mode.removeprefix("status:"))
            return self.say(status, json.dumps({"code": status, "message": CONTROL, "errors": {"image": [CONTROL, HUGE[:9_000]]}}).encode())
        if mode.startswith("retry-after:"):
            return self.say(503, b"{}", Retry_After=mode.removeprefix("retry-after:"))
        if mode == "portal":
            return self.say(200, b"<html>Welcome, please log in</html>", kind="text/html")
        if mode == "endless-header":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
            self.pour(b"a" * 65_536)
        self.close_connection = True

    def spoil(self, mode, status, *, answer):
        name = {"huge-id": HUGE, "control-id": CONTROL}.get(mode)
        if name:
            words = name.encode("unicode_escape").replace(b"\\x", b"\\u00")
            return self.say(status, re.sub(rb'("(?:_?id|url)"\s*:\s*)"[^"]*"', lambda found: found[1] + b'"' + words + b'"', answer))
        if mode == "rows":
            api = self.server.api
            spoilt, api.rows = spoilt_rows(json.loads(answer), api.rows)
            return self.say(status, json.dumps(spoilt).encode())
        if mode == "cut":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n" + answer[:20])
        if mode == "not-json":
            return self.say(status, b"{" * 100_000)
        if mode == "nested":
            return self.say(status, b'{"a":' * 200_000 + b"1" + b"}" * 200_000)
        if mode == "endless-body":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
            self.pour(b"10000\r\n" + b" " * 65_536 + b"\r\n")
        if mode == "bomb":
            return self.say(status, gzip.compress(b" " * (1 << 28)), Content_Encoding="gzip")
        self.close_connection = True

    def pour(self, part):
        """Sends as long as the client accepts it, at most 512 MiB, which is too much."""
        try:
            for _ in range(8_192):
                self.wfile.write(part)
                self.server.api.poured += len(part)
        except OSError:
            pass


class Door(ThreadingHTTPServer):
    """A port that knows its server."""

    api: HostileAPI
    daemon_threads = True


class HostileAPI:
    """The server; `mode` says how answers are broken, nothing where they are passed on, `only` what a broken one's path contains."""

    def __init__(self, cloud):
        self.cloud, self.mode, self.only, self.broken, self.poured, self.strangers = cloud, None, "", 0, 0, []
        self.rows = 0
        self.server = Door(("127.0.0.1", 0), Handler)
        self.server.api = self
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        # The target of redirects: a client that connects here with a token has given it away.
        self.trap = socket.create_server(("127.0.0.1", 0))
        self.trap_port = self.trap.getsockname()[1]
        threading.Thread(target=self.catch, daemon=True).start()

    def catch(self):
        while True:
            try:
                link, _ = self.trap.accept()
            except OSError:
                return
            link.settimeout(3)
            try:
                self.strangers.append(link.recv(8_192).decode(errors="replace"))
            except OSError:
                self.strangers.append("")
            link.close()

    def close(self):
        self.server.shutdown()
        self.trap.close()
