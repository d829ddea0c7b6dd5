import Foundation
import Processes
import SimulatedHub
import TestSupport
import Testing

/// A server at the broker's address that VitalBus cannot use: commands report it once and clearly, and processes wait.
///
/// Mosquitto 2.0 cannot disable MQTT 5, so a listener answers like a broker for MQTT 3.1.1.
@Suite struct WrongBrokerTests {
    /// The answer to a CONNECT of MQTT 5.
    enum Stranger: String, CaseIterable {
        /// A broker for MQTT 3.1.1 that refuses: its CONNACK with return code 1 (MQTT 3.1.1 §3.2.2.3).
        case older = "20020001"
        /// One that closes without an answer (MQTT 3.1.1 §3.1.2.2 allows it).
        case closing = ""
        /// A web server.
        case web
        /// A packet that no broker sends: a CONNACK whose length does not end.
        case endless = "20ffffffffffff"

        var bytes: String {
            guard self == .web else { return rawValue }
            let head =
                "HTTP/1.1 400 Bad Request\r\nServer: example\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
            return (head + "<html>Bad Request</html>").utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
                .joined()
        }

        /// The words that the error must contain.
        var words: String {
            switch self {
            case .older: "the broker does not support MQTT 5, which VitalBus needs"
            case .closing: "It may lack MQTT 5"
            case .web, .endless: "the program there does not speak MQTT"
            }
        }
    }

    /// Listens as a stranger and as systemd: prints its port, a line for each connection, and the service's
    /// notifications.
    private static let listener = """
        import socket, sys, threading
        notes = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notes.bind(sys.argv[2])
        def hear():
            while True: print(notes.recv(4096).decode())
        threading.Thread(target=hear, daemon=True).start()
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1])
        while True:
            link, _ = server.accept()
            print("connected")
            if link.recv(4096) and sys.argv[1]: link.sendall(bytes.fromhex(sys.argv[1]))
            link.close()
        """

    private func with(_ stranger: Stranger, _ body: (Int, String, Collected) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let child = try await ChildProcess.start(
            ChildCommand(
                "/usr/bin/python3",
                arguments: ["-u", "-c", Self.listener, stranger.bytes, "\(folder.url.path)/notify"],
                output: .lines,
                stopTimeout: .seconds(1)
            )
        )
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let connections = Collected()
        let reading = Task {
            for await line in child.lines {
                if let number = Int(line) { port.yield(number) } else { await connections.add(line) }
            }
            port.finish()
        }
        defer { reading.cancel() }
        do {
            let number = try #require(await ports.first { _ in true })
            try await body(number, folder.url.path, connections)
        } catch {
            await child.stop()
            throw error
        }
        await child.stop()
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Stranger.allCases) func aCommandSaysWhatIsMissing(stranger: Stranger) async throws {
        try await with(stranger) { port, folder, _ in
            let file = "\(folder)/vitalbus.yaml"
            try Data("site: s\nhub: room-1\nbus.host: 127.0.0.1\nbus.port: \(port)\n".utf8).write(
                to: URL(filePath: file)
            )
            let run = try await ProgramRun("vitalbus", ["status", "--config", file])
            #expect(run.lines.count == 1, "\(run.text)")
            #expect(run.text.contains(stranger.words) && run.text.contains("127.0.0.1:\(port)"), "\(run.text)")
            // A server that only closes may be a broker that restarts.
            #expect(run.exit == .code(stranger == .closing ? 69 : 78), "\(run.text)")
        }
    }

    @Test(arguments: Stranger.allCases) func aProcessSaysItAndWaits(stranger: Stranger) async throws {
        try await with(stranger) { port, folder, connections in
            let child = try await ProgramRun.start(
                "session-manager",
                ["--site", "s", "--set", "bus.host=127.0.0.1", "--set", "bus.port=\(port)"],
                environment: ["STATE_DIRECTORY": folder, "NOTIFY_SOCKET": "\(folder)/notify"]
            )
            let limit = Task {
                try await Patience.end(ofProgressOf: child.processID)
                await child.kill()
            }
            defer { limit.cancel() }
            let told = await child.lines.first { $0.contains(stranger.words) }
            #expect(told?.contains("127.0.0.1:\(port)") == true, "\(told ?? "nothing")")
            #expect(child.exit == nil, "a supervisor would start it again and again")
            try await eventually("systemd to be told") {
                await connections.lines.contains {
                    $0.hasPrefix("STATUS=waiting for the broker") && $0.contains(stranger.words)
                }
            }
            #expect(await connections.lines.count { $0 == "connected" } < 10, "the attempts grow rarer")
            #expect(await child.stop() == .code(0))
        }
    }
}

extension WrongBrokerTests {
    /// A listener's output.
    actor Collected {
        private(set) var lines: [String] = []
        func add(_ line: String) { lines.append(line) }
    }
}
