"""A small cloud API on loopback for the uploader's tests, with faults on demand.

Prints its port, and ends when its standard input ends. With a certificate's and a key's file as arguments it speaks TLS. Knows the bearer or body token "good-token-123".
The first level of every path names a space of its own, so that tests side by side share nothing.
PUT /SPACE/_faults takes a list of {"method", "status", "body", "headers", "length", "delay", "accept", "drop"}, used up one a
request; "length" is what Content-Length says, whatever the body has; "endless" is "headers" or "body": it goes on until the client
leaves; "gzip" is how many zeros are sent compressed. For several records at once (a path that ends in /many)
also "keep": how many results the answer has, "reverse", and "stray": it has a result for a record that nobody sent.
A record with the value 666 is refused with 422.
"hold" keeps the answer until PUT /SPACE/_release.
PUT /SPACE/_repeats takes "conflict", "upsert" or "double". GET /SPACE/_seen tells records and requests.
"""

import base64
import gzip
import json
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

TOKEN = "good-token-123"
LOCK = threading.Lock()
SPACES = {}


class Space:
    def __init__(self):
        self.records = []
        self.requests = []
        self.faults = []
        self.repeats = "conflict"
        self.made = 0
        self.released = threading.Event()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def reply(self, status, body, headers=None, length=None):
        text = body if isinstance(body, (str, bytes)) else json.dumps(body)
        data = text.encode() if isinstance(text, str) else text
        headers = dict(headers or {})
        if date := headers.pop("Date", None):
            self.date_time_string = lambda timestamp=None: date
        self.send_response(status)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        if length is not None:
            self.close_connection = True
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def handle_any(self):
        length = int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(length)
        form = (self.headers.get("Content-Type") or "").startswith("multipart/form-data; boundary=")
        body = self.form(raw) if form else json.loads(raw) if raw else None
        url = urlsplit(self.path)
        name, _, rest = url.path[1:].partition("/")
        path = "/" + rest
        with LOCK:
            self.space = SPACES.setdefault(name, Space())
        if path.startswith("/_"):
            return self.control(path, body)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        with LOCK:
            self.space.requests.append({"method": self.command, "path": path, "body": body})
            fault = next((f for f in self.space.faults if f.get("method", self.command) == self.command), None)
            if fault:
                self.space.faults.remove(fault)
        self.fault = fault or {}
        if fault:
            if fault.get("accept"):
                self.answer(path, query, body)
            time.sleep(fault.get("delay", 0))
            if fault.get("hold"):
                self.space.released.wait()
            if fault.get("drop"):
                self.close_connection = True
                self.connection.close()
                return None
            if "endless" in fault:
                return self.endless(fault["endless"])
            if "gzip" in fault:
                body = gzip.compress(bytes(fault["gzip"]))
                return self.reply(201, body, {"Content-Encoding": "gzip", "Content-Type": "application/json"})
            if "status" in fault:
                return self.reply(fault["status"], fault.get("body", ""), fault.get("headers"), fault.get("length"))
        return self.reply(*self.answer(path, query, body))

    def endless(self, part):
        self.close_connection = True
        self.wfile.write(b"HTTP/1.1 201 Created\r\n" + (b"" if part == "headers" else b"\r\n"))
        line = (b"X-Filler: " if part == "headers" else b"") + b"x" * 4096 + b"\r\n"
        # Far beyond what any client may keep; one that leaves ends it with a ConnectionError.
        for _ in range(100_000):
            self.wfile.write(line)

    def form(self, raw):
        """The parts of a form by their names; files in base64."""
        boundary = self.headers["Content-Type"].split("boundary=")[1].encode()
        parts = {}
        for part in raw.split(b"--" + boundary)[1:-1]:
            head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
            content = content.removesuffix(b"\r\n")
            name = head.split(b'name="')[1].split(b'"')[0].decode()
            file = b"filename=" in head
            parts[name] = base64.b64encode(content).decode() if file else content.decode()
            if file:
                parts["head"] = head.decode()
        return parts

    do_GET = do_POST = do_PUT = do_DELETE = handle_any

    def control(self, path, body):
        with LOCK:
            if path == "/_faults":
                self.space.faults = body
            elif path == "/_repeats":
                self.space.repeats = body
            elif path == "/_release":
                self.space.released.set()
            self.reply(200, {"records": self.space.records, "requests": self.space.requests})

    def answer(self, path, query, body):
        if path == "/v1/me.json":
            known = query.get("authentication_token") == TOKEN
            return (200, {"me": {"_id": "1"}}) if known else (401, {"code": 401, "message": "Unauthorized"})
        if path.endswith("/media"):
            return self.media(path, body)
        if path.startswith("/v1/"):
            return self.legacy(path, query, body)
        bearer = self.headers.get("Authorization") == "Bearer " + TOKEN
        if not bearer:
            return 401, {"errors": ["Token is not authorized to access organization"]}
        parts = path.split("/")
        with LOCK:
            if self.command == "GET" and len(parts) == 5:
                return 200, {"id": "1", "uid": parts[4], "status": "active"}
            if self.command == "GET":
                return 200, {"data": list(self.space.records)}
            if self.command == "DELETE":
                return self.delete(parts[-1], lambda row: {**row, "deleted_at": "2026-01-01T00:00:00Z"})
            if parts[-1] == "many":
                return 207, {"data": self.many(body["data"], lambda row: row, "log_id", "status")}
            return self.write(parts[-1], body, lambda row: row, "log_id")

    def media(self, path, form):
        legacy = path.startswith("/v1/")
        token = form.get("access_token") if legacy else self.headers.get("Authorization", "").removeprefix("Bearer ")
        if token != TOKEN:
            return 401, {"code": 401, "message": "Unauthorized"}
        shown = {"_id" if legacy else "id": "media-1", "url": "https://media.invalid/media-1?token=" + TOKEN}
        return 201, {"code": 201, "message": "Ok", "media": shown} if legacy else shown

    def legacy(self, path, query, body):
        token = query.get("access_token") if self.command == "GET" else body.get("access_token")
        if token != TOKEN:
            return 403, {"code": 403, "message": "Forbidden", "errors": "Bad request"}
        parts = path.removesuffix(".json").split("/")
        kind = parts[6]
        wrap = lambda row: {"code": 201, "message": "Ok", kind: {**row, "_id": row["id"]}}
        with LOCK:
            if self.command == "GET":
                return 200, {"summary": {"results": len(self.space.records), "next": None},
                             kind: [{**row, "_id": row["id"]} for row in self.space.records]}
            if self.command == "DELETE":
                return self.delete(parts[-1], lambda row: {"code": 200, "message": "Ok"})
            if parts[-1] == "many":
                name = "data_id" if "data_id" in body[kind][0] else "activity_id"
                rows = self.many(body[kind], lambda row: {**row, "_id": row["id"]}, name, "code")
                return 207, {"code": 207, "message": "Multi-Status", kind: rows}
            name = "data_id" if "data_id" in body[kind] else "activity_id"
            return self.write(parts[-1], body[kind], wrap, name)

    def delete(self, last, shown):
        there = [row for row in self.space.records if row["id"] == last]
        if not there:
            return 404, {"code": 404, "message": "Not Found", "errors": ["not found"]}
        self.space.records.remove(there[0])
        return 200, shown(there[0])

    def many(self, rows, wrap, name, status_name):
        results = []
        for row in rows:
            status, shown = self.write("", row, wrap, name)
            results.append({**shown, name: row[name], status_name: status})
        results = results[:self.fault.get("keep", len(results))]
        if self.fault.get("reverse"):
            results.reverse()
        if self.fault.get("stray"):
            results.insert(0, {name: "nobody-sent-this", status_name: 201, "id": "s-0", "_id": "s-0"})
        return results

    def write(self, last, body, wrap, name):
        if 666 in body.values() or 666 in [metric.get("value") for metric in body.get("metrics", [])]:
            return 422, {"code": 422, "errors": ["no"]}
        same = [row for row in self.space.records if row[name] == body[name]]
        if self.command == "PUT":
            there = [row for row in self.space.records if row["id"] == last]
            if not there:
                return 404, {"errors": ["not found"]}
            there[0].update(body)
            return 200, wrap(there[0])
        if same and self.space.repeats == "conflict":
            return 409, {"errors": {name: [body[name] + " has already been taken"]}}
        if same and self.space.repeats == "upsert":
            same[0].update(body)
            return 200, wrap(same[0])
        self.space.made += 1
        row = {**body, "id": f"{self.space.made:024x}"}
        self.space.records.append(row)
        return 201, wrap(row)


class Server(ThreadingHTTPServer):
    # Tests open many connections at once: with the usual five, the kernel drops some and they come again after seconds.
    request_queue_size = 128

    def handle_error(self, request, client_address):
        # A client that went away, or does not trust the certificate, is what some tests want: nobody is left to tell.
        if not isinstance(sys.exc_info()[1], (ConnectionError, ssl.SSLError)):
            super().handle_error(request, client_address)


def main():
    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if len(sys.argv) == 3:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        # The handshake belongs to the connection's own thread: one that refuses the certificate must not stop others.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    sys.stdin.read()


main()
