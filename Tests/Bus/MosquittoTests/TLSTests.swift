import BusEndpoints
import Foundation
import MessageBus
import Mosquitto
import Testing

@Suite struct TLSTests {
    /// Below the range for outgoing connections, whose ports may stay in use for a minute.
    private static let port = 10_000 + Int.random(in: 0..<20_000)

    /// A broker with mutual TLS on a loopback port, and the certificates of both sides.
    private func secureBroker(port: Int) async throws -> TestBroker {
        let broker = try TestBroker(
            [
                "allow_anonymous true", "listener \(port) 127.0.0.1", "cafile %d/ca.crt", "certfile %d/broker.crt",
                "keyfile %d/broker.key", "require_certificate true", "set_tcp_nodelay true",
            ],
            files: ["san": "subjectAltName=DNS:localhost\n"],
            starts: false
        )
        for name in ["ca", "stranger"] {
            try await openssl(
                broker,
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name)"
                    + " -keyout \(name).key -out \(name).crt"
            )
        }
        for name in ["broker", "client"] {
            try await openssl(
                broker,
                "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=\(name)"
                    + " -keyout \(name).key -out \(name).csr"
            )
            try await openssl(
                broker,
                "x509 -req -in \(name).csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2"
                    + " -extfile san -out \(name).crt"
            )
        }
        try broker.start()
        return broker
    }

    private func openssl(_ broker: TestBroker, _ arguments: String) async throws {
        try await broker.run("/usr/bin/openssl", arguments.split(separator: " ").map(String.init))
    }

    private func settings(_ broker: TestBroker, authority: String = "ca") -> BusTLS {
        let path = broker.directory.path
        return BusTLS(
            authority: "\(path)/\(authority).crt",
            certificate: "\(path)/client.crt",
            key: "\(path)/client.key"
        )
    }

    @Test func mutualTLS() async throws {
        let port = Self.port
        let broker = try await secureBroker(port: port)
        let connection = try await MosquittoConnection.connected(broker) {
            $0.endpoint = .tcp(host: "localhost", port: port)
            $0.tls = settings(broker)
            $0.inboundLimit = InboundLimit(low: 4, high: 16)
        }
        try await connection.subscribe([TopicSubscription("t")])
        // Many large messages: bytes that OpenSSL has read ahead must not stay unread.
        let sender = Task {
            for number in 0..<300 {
                try await connection.publish(topic: "t", payload: .init(repeating: UInt8(number % 256), count: 20_000))
            }
        }
        var count = 0
        for await message in connection.messages {
            #expect(message.payload == [UInt8](repeating: UInt8(count % 256), count: 20_000))
            count += 1
            if count == 300 { break }
        }
        try await sender.value
        await connection.close()
    }

    @Test func strangersAreNotTrusted() async throws {
        let port = Self.port + 1
        let broker = try await secureBroker(port: port)
        let connection = try await MosquittoConnection.started(broker) {
            $0.endpoint = .tcp(host: "localhost", port: port)
            $0.tls = settings(broker, authority: "stranger")
            $0.handshakeTimeout = .seconds(60)
        }
        let failure = try await connection.firstEvent { event -> MosquittoError? in
            guard case .disconnected(let error) = event, error.code != .connectFailed else { return nil }
            return error
        }
        #expect(failure.code == .tlsFailed)
        await connection.close()
    }

    @Test func hostNameCounts() async throws {
        let port = Self.port + 2
        let broker = try await secureBroker(port: port)
        func codes(_ verification: BusTLS.Verification) async throws -> MosquittoError.Code? {
            let connection = try await MosquittoConnection.started(broker) {
                $0.endpoint = .tcp(host: "127.0.0.1", port: port)
                $0.tls = settings(broker)
                $0.tls?.verification = verification
                $0.handshakeTimeout = .seconds(60)
            }
            let code = try await connection.firstEvent { event -> MosquittoError.Code?? in
                switch event {
                case .connected: .some(nil)
                case .disconnected(let error) where error.code != .connectFailed: error.code
                default: nil
                }
            }
            await connection.close()
            return code
        }
        #expect(try await codes(.full) == .tlsFailed)
        #expect(try await codes(.chainOnly) == nil)
    }

    @Test func missingFileIsReported() async throws {
        let broker = try TestBroker(starts: false)
        let connection = try await MosquittoConnection.started(broker) {
            $0.endpoint = .tcp(host: "127.0.0.1", port: Self.port + 3)
            $0.tls = BusTLS(authority: "\(broker.directory.path)/missing.crt")
        }
        let error = try await connection.waitUntilDisconnected()
        #expect(error.message.contains("missing.crt"))
        await connection.close()
    }
}
