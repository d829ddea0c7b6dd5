import Curl
import Foundation
import HubRunner
import Processes
import SimulatedHub
import TestSupport
import Testing

/// Malicious senders, from a separate address (127.0.0.2).
@Suite(.serialized) struct RudeSenderTests {
    /// Runs Python code that can use `open()`, a connection, and `post`, the head of a chunked body; passes its output.
    private static func with(
        _ code: String,
        _ body: @escaping @Sendable (IngestWatch, AsyncStream<String>) async throws -> Void
    ) async throws {
        let secrets = try TemporaryFolder()
        try await RunningLine.with(try IngestWatch.settings(secrets)) { line in
            let app = try IngestWatch(line)
            try await app.ready()
            let port = try #require(try app.port())
            let head = """
                import socket, sys, time
                def open():
                    s = socket.socket(); s.bind(("127.0.0.2", 0)); s.connect(("127.0.0.1", \(port))); s.settimeout(20)
                    return s
                lines = ["POST /v1/import HTTP/1.1", "Host: x", "Authorization: Bearer \(IngestWatch.token)"]
                post = "\\r\\n".join(lines + ["Transfer-Encoding: chunked", "", ""]).encode()

                """
            let child = try await ChildProcess.start(
                ChildCommand(
                    "/usr/bin/python3",
                    arguments: ["-u", "-c", head + code],
                    output: .lines,
                    stopTimeout: .seconds(1)
                )
            )
            do { try await body(app, child.lines) } catch {
                await child.stop()
                throw error
            }
            await child.stop()
        }
        withExtendedLifetime(secrets) {}
    }

    @Test func oneAddressLeavesTheOthersTheirPlaces() async throws {
        let code = """
            all = [open() for _ in range(80)]
            def kept():
                count = 0
                for s in all:
                    s.setblocking(False)
                    try: count += bool(s.recv(1))
                    except BlockingIOError: count += 1
                    except OSError: pass
                return count
            end = time.monotonic() + 20
            while kept() > 64 and time.monotonic() < end: time.sleep(0.1)
            print(kept())
            sys.stdin.read()
            time.sleep(60)
            """
        try await Self.with(code) { app, lines in
            #expect(await lines.first { _ in true } == "64")
            #expect(try await app.post(.bytes([1]), token: nil).status == 401)
            try await app.line.wait("the word for it in the log") {
                let log = try String(contentsOfFile: app.line.plan.layout.log("health-importer"), encoding: .utf8)
                return log.contains("rejecting connections") && log.contains("peer=127.0.0.2")
            }
        }
    }

    /// The sender's fault is not reported as a full disk.
    @Test func chunksThatLieAreTheSendersFault() async throws {
        let code = """
            for lie in [b"zz\\r\\nab\\r\\n", b"5\\r\\nab\\r\\n0\\r\\n\\r\\n", b"fffffffffffffffff\\r\\nx"]:
                with open() as s:
                    s.sendall(post + lie)
                    print(s.recv(64).split(b"\\r\\n")[0].decode())
            """
        try await Self.with(code) { app, lines in
            var answers: [String] = []
            for await line in lines { answers.append(line) }
            #expect(answers == [String](repeating: "HTTP/1.1 400 Bad Request", count: 3))
            // An answer may come before its file is removed.
            try await app.line.wait("an empty folder") { app.waiting.isEmpty }
        }
    }
}
