"""A small HTTP/1.1 server that behaves and misbehaves on request, for CurlTests.

Usage: server.py [--unix PATH] [--tls CERT KEY] [--client-ca FILE]. Prints its port as the first line; ends when its
standard input does.
"""
import hashlib, json, os, socket, socketserver, ssl, struct, sys, threading, time
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlparse

connections = 0
requests = []
lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self):
        global connections
        with lock:
            connections += 1
        super().setup()

    def address_string(self):
        return "peer"

    def log_message(self, *args):
        pass

    def read_body(self):
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b""
            while True:
                size = int(self.rfile.readline(), 16)
                body += self.rfile.read(size)
                self.rfile.readline()
                if size == 0:
                    return body
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def reply(self, status, body, headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def reset(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def handle_any(self):
        url = urlparse(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        with lock:
            requests.append(f"{self.command} {url.path}")
        action = getattr(self, "do" + url.path.replace("/", "_").replace("-", "_"), None)
        if action is None:
            self.read_body()
            self.reply(404, b"none")
        else:
            action(query)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = handle_any

    def do_echo(self, query):
        body = self.read_body()
        answer = {
            "method": self.command, "path": self.path, "length": len(body),
            "sha256": hashlib.sha256(body).hexdigest(),
            "headers": {name.lower(): value for name, value in self.headers.items()},
        }
        self.reply(200, json.dumps(answer).encode(), [("X-Twice", "one"), ("x-twice", "two")])

    def do_seen(self, query):
        self.reply(200, json.dumps({"connections": connections, "requests": requests}).encode())

    def do_status(self, query):
        self.reply(int(query["code"]), b"{}", [("Retry-After", "7")])

    def do_slow(self, query):
        self.read_body()
        time.sleep(float(query["seconds"]))
        self.reply(200, b"slow")

    def do_big(self, query):
        size = int(query["bytes"])
        self.send_response(200)
        if "length" in query:
            self.send_header("Content-Length", str(size))
        else:
            self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        while size > 0:
            part = min(size, 65536)
            self.wfile.write(b"x" * part)
            size -= part

    def do_headers(self, query):
        self.send_response(200)
        for number in range(40):
            self.send_header(f"X-{number}", "y" * 20000)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_interim(self, query):
        self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nX-Interim: yes\r\n\r\n")
        self.reply(200, b"ok")

    def do_reset(self, query):
        self.read_body()
        self.reset()

    def do_reset_early(self, query):
        self.rfile.read(1)
        self.reset()

    def do_half(self, query):
        self.read_body()
        self.send_response(201)
        self.send_header("Content-Length", "100")
        self.end_headers()
        self.wfile.write(b'{"id":"5f')
        self.close_connection = True

    def do_garbage(self, query):
        self.wfile.write(b"\x00\x01 this is not HTTP at all\r\n\r\n")
        self.close_connection = True

    def do_drip(self, query):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        for _ in range(1000):
            self.wfile.write(b"z")
            self.wfile.flush()
            time.sleep(0.1)

    def do_redirect(self, query):
        self.read_body()
        self.reply(302, b"", [("Location", query["to"])])

    def vanish(self):
        """Resets the connection when the next request has come whole.

        A reset between the head and the body fails the client's write, and libcurl tries no second connection then.
        """
        while self.rfile.readline() not in (b"\r\n", b""):
            pass
        self.rfile.read(1)
        self.reset()

    def do_vanish(self, query):
        """Answers as if the connection stayed, then vanishes."""
        self.reply(200, b"ok")
        self.vanish()

    def do_last(self, query):
        """As /vanish, and the server takes no connection after it."""
        self.reply(200, b"ok")
        # Closing alone would leave it open until the accepting thread's poll returns.
        self.server.socket.shutdown(socket.SHUT_RDWR)
        self.server.socket.close()
        self.vanish()


class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def handle_error(self, request, address):
        pass


class UnixServer(Server):
    address_family = socket.AF_UNIX
    def get_request(self):
        request, _ = self.socket.accept()
        return request, ("unix", 0)


def main():
    arguments = sys.argv[1:]
    option = lambda name, count=1: arguments[arguments.index(name) + 1:][:count] if name in arguments else None
    path = option("--unix")
    if path:
        Handler.disable_nagle_algorithm = False
        server = UnixServer(path[0], Handler)
    else:
        server = Server(("127.0.0.1", 0), Handler)
    if tls := option("--tls", 2):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*tls)
        if authority := option("--client-ca"):
            context.load_verify_locations(authority[0])
            context.verify_mode = ssl.CERT_REQUIRED
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(0 if path else server.server_address[1], flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    try:
        server.serve_forever(poll_interval=0.05)
    except (OSError, ValueError):
        time.sleep(60)


if __name__ == "__main__":
    main()
