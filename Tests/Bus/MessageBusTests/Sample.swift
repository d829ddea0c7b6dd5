import MessageBus

/// Messages and operations that belong to no contract.
enum Sample {
    struct Body: Codable, Sendable, Equatable {
        var text: String
    }

    static let server = BusRole(rawValue: "test-server")
    static let echo = Operation<Body, Body>(server, name: "echo", callers: [])
    static let ping = Operation<Body, Body>(server, name: "ping", callers: [])
    static let state = Topic<Body>("sampleState", at: "state/{name}", retain: true, writers: [], readers: [])

    static let echoing = RequestHandler(echo) { body, _ in body }
    static let pinging = RequestHandler(ping) { body, _ in body }
}
