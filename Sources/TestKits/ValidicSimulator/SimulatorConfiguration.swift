import Foundation

/// How a simulator runs.
public struct SimulatorConfiguration: Sendable {
    /// Where it listens.
    public enum Address: Sendable {
        /// A TCP port; 0 takes a free one.
        case tcp(host: String, port: Int)
        /// A Unix socket.
        case unixSocket(path: String)
    }

    /// Which HTTP it speaks.
    public enum Transport: Sendable {
        /// HTTP/1.1 without TLS.
        case plain
        /// HTTP/2 without TLS, from the first byte (prior knowledge).
        case plainHTTP2
        /// TLS, HTTP/2 or HTTP/1.1 by ALPN, with PEM files.
        case tls(certificate: String, key: String)
    }

    /// Where it listens; a free port of 127.0.0.1 by default.
    public var address: Address
    /// Which HTTP it speaks.
    public var transport: Transport
    /// The people it knows.
    public var users: [SimulatedUser]
    /// What it does with repeats.
    public var repeats: RepeatBehaviour
    /// The faults from the start.
    public var faults: [Fault]
    /// The journal's file; nil keeps all in memory only.
    public var journal: String?
    /// The token of `/_control`; nil admits this machine only, without a token.
    public var controlToken: String?
    /// The largest body, in bytes.
    public var maximumBody: Int
    /// How long a record that was made is missing in lists.
    public var listLag: Duration

    /// Makes a configuration.
    public init(
        address: Address = .tcp(host: "127.0.0.1", port: 0),
        transport: Transport = .plain,
        users: [SimulatedUser] = [],
        repeats: RepeatBehaviour = .upsert,
        faults: [Fault] = [],
        journal: String? = nil,
        controlToken: String? = nil,
        maximumBody: Int = 10 << 20,
        listLag: Duration = .zero
    ) {
        self.listLag = listLag
        self.address = address
        self.transport = transport
        self.users = users
        self.repeats = repeats
        self.faults = faults
        self.journal = journal
        self.controlToken = controlToken
        self.maximumBody = maximumBody
    }
}

/// The JSON file that `--config` names.
public struct SimulatorSettingsFile: Codable, Sendable {
    /// The people to know.
    public var users: [SimulatedUser]?
    /// What to do with repeats.
    public var repeats: RepeatBehaviour?
    /// The faults from the start.
    public var faults: [Fault]?

    /// Reads a file.
    ///
    /// - Throws: ``SimulatorError`` naming the file.
    public static func read(_ path: String) throws -> Self {
        try decode(Self.self, path)
    }

    /// Reads a list of faults, as `--faults` names it.
    ///
    /// - Throws: ``SimulatorError`` naming the file.
    public static func readFaults(_ path: String) throws -> [Fault] {
        try decode([Fault].self, path)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw SimulatorError(.configuration, "The file \(path) cannot be read: \(error)")
        }
    }
}

/// What the simulated server does with a log id that it has accepted before from the same user.
public enum RepeatBehaviour: String, Codable, CaseIterable, Sendable {
    /// The record is replaced, its id stays: 200.
    case upsert
    /// Refused: 409.
    case conflict
    /// A second record is made (a duplicate); the list shows all log ids.
    case blindLookup = "blind-lookup"
    /// A second record is made (a duplicate); the list answers 404.
    case blind
}

/// Why the simulator could not start.
public struct SimulatorError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// What failed, naming the file or option.
    public let message: String
    /// Nothing here gets better by itself.
    public var isRetriable: Bool { false }

    /// The kinds of failures.
    public enum Code: String, Sendable {
        case journal
        case configuration
    }

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Code and message.
    public var description: String { "\(code.rawValue): \(message)" }
}
