"""A small cloud API on loopback for the uploader's tests, with faults on demand.

Prints its port, and ends when its standard input ends. Knows the bearer or body token "good-token-123".
The first level of every path names a space of its own, so that tests side by side share nothing.
PUT /SPACE/_faults takes a list of {"method", "status", "body", "headers", "delay", "accept", "drop"}, used up one a request.
PUT /SPACE/_repeats takes "conflict", "upsert" or "double". GET /SPACE/_seen tells records and requests.
"""

import json
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


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def reply(self, status, body, headers=None):
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def handle_any(self):
        length = int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(length)
        body = json.loads(raw) if raw else None
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
        if fault:
            if fault.get("accept"):
                self.answer(path, query, body)
            time.sleep(fault.get("delay", 0))
            if fault.get("drop"):
                self.close_connection = True
                self.connection.close()
                return None
            if "status" in fault:
                return self.reply(fault["status"], fault.get("body", ""), fault.get("headers"))
        return self.reply(*self.answer(path, query, body))

    do_GET = do_POST = do_PUT = handle_any

    def control(self, path, body):
        with LOCK:
            if path == "/_faults":
                self.space.faults = body
            elif path == "/_repeats":
                self.space.repeats = body
            self.reply(200, {"records": self.space.records, "requests": self.space.requests})

    def answer(self, path, query, body):
        if path.startswith("/v1/"):
            return self.legacy(path, query, body)
        bearer = self.headers.get("Authorization") == "Bearer " + TOKEN
        if not bearer:
            return 401, {"errors": ["Token is not authorized to access organization"]}
        with LOCK:
            if self.command == "GET":
                return 200, {"data": list(self.space.records)}
            return self.write(path.split("/")[-1], body, lambda row: row, "log_id")

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
            name = "data_id" if "data_id" in body[kind] else "activity_id"
            return self.write(parts[-1], body[kind], wrap, name)

    def write(self, last, body, wrap, name):
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
        row = {**body, "id": f"{len(self.space.records) + 1:024x}"}
        self.space.records.append(row)
        return 201, wrap(row)


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    sys.stdin.read()


main()
