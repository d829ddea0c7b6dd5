"""Stand-ins of a reverse proxy and of Home Assistant's ingress, before the page."""

import contextlib
import http.client
import http.server
import threading

# Of one connection alone (RFC 9110, 7.6.1), or made by this side.
OWN = {"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"}


class Proxy(http.server.ThreadingHTTPServer):
    """A proxy on 127.0.0.1 that serves a page below a path, and remembers what browsers asked for outside it."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port, *, to, base, source="127.0.0.1", strips=False, pages=()):
        super().__init__(("127.0.0.1", port), Handler)
        # `source` is the address that the page sees, and `pages` the proxy's own.
        self.to, self.base, self.source, self.strips, self.pages = to, base, source, strips, dict(pages)
        # Headers that the proxy adds, with a user's for an ingress.
        self.adds, self.outside = {}, []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        """A browser that leaves breaks its connections."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        """Says nothing."""

    def answer(self):
        proxy, place = self.server, self.path.partition("?")[0]
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        if place in proxy.pages:
            return self.send(200, "text/html", proxy.pages[place].encode())
        if place != proxy.base and not place.startswith(f"{proxy.base}/"):
            # Browsers ask for it on their own.
            if place != "/favicon.ico":
                proxy.outside.append(f"{self.command} {self.path}")
            return self.send(404, "text/plain", b"not the page's\n")
        path = self.path[len(proxy.base):] or "/" if proxy.strips else self.path
        link = http.client.HTTPConnection("127.0.0.1", proxy.to, timeout=60, source_address=(proxy.source, 0))
        try:
            self.forward(link, path, body)
        finally:
            link.close()

    def forward(self, link, path, body):
        link.putrequest(self.command, path, skip_host=True, skip_accept_encoding=True)
        replaced = {name.lower() for name in self.adds()}
        for name, value in self.headers.items():
            # Exactly as the Supervisor, an ingress drops a header that it sets only in its own spelling.
            dropped = name in self.adds() if self.server.strips else name.lower() in replaced
            if name.lower() not in OWN and not dropped:
                link.putheader(name, value)
        for name, value in self.adds().items():
            link.putheader(name, value)
        if body is not None:
            link.putheader("Content-Length", str(len(body)))
        link.putheader("Connection", "close")
        link.endheaders(body)
        answer = link.getresponse()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in OWN:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        while self.command != "HEAD" and (piece := answer.read1(65_536)):
            self.wfile.write(piece)
            self.wfile.flush()

    def adds(self):
        host = self.headers.get("Host", "")
        forwarded = {"X-Forwarded-Host": host, "X-Forwarded-Proto": "http", "X-Forwarded-For": self.client_address[0]}
        ingress = {"X-Ingress-Path": self.server.base} if self.server.strips else {}
        return {**forwarded, **ingress, **self.server.adds}

    def send(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body)

    do_GET = do_POST = do_HEAD = answer
