"""A camera that sends MJPEG over HTTP, for FrameSourcesTests.

Paths: /plain (no lengths), /told (with Content-Length), /dashes (the content type has the dashes too), /endless (until
the reader is gone), /cut (breaks off in a part), /text (no multipart), /status?code=N. Prints its port as the first
line; ends when its standard input does.
"""
import os, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse


def picture(number):
    """What a picture begins and ends with; its number between."""
    return b"\xff\xd8" + b"picture %d" % number + bytes(range(256)) + b"\xff\xd9"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def begin(self, kind, status=200):
        self.close_connection = True
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Connection", "close")
        self.end_headers()

    def part(self, number, told):
        body = picture(number)
        length = b"Content-Length: %d\r\n" % len(body) if told else b""
        self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n" + length + b"\r\n" + body + b"\r\n")
        self.wfile.flush()

    def do_GET(self):
        url = urlparse(self.path)
        if url.path == "/text":
            self.begin("text/html")
            return self.wfile.write(b"<html>")
        if url.path == "/status":
            return self.begin("text/plain", int(parse_qs(url.query)["code"][0]))
        boundary = "--frame" if url.path == "/dashes" else "frame"
        self.begin("multipart/x-mixed-replace; boundary=" + boundary)
        number = 0
        try:
            while number < 5 or url.path == "/endless":
                self.part(number, url.path != "/plain")
                number += 1
        except OSError:
            return
        if url.path == "/cut":
            self.wfile.write(b"--frame\r\nContent-Length: 1000\r\n\r\nhalf")
        else:
            self.wfile.write(b"--frame--\r\n")


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(server.server_address[1], flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    server.serve_forever(poll_interval=0.05)


if __name__ == "__main__":
    main()
