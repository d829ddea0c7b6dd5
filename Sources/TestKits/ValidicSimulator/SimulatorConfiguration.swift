@_exported public import CodedErrors
import Foundation

/// The configuration of a simulator.
public struct SimulatorConfiguration: Sendable {
    /// An address to listen on.
    public enum Address: Sendable {
        /// A TCP port; 0 takes a free one.
        case tcp(host: String, port: Int)
        /// A Unix socket.
        case unixSocket(path: String)
    }

    /// The HTTP transport.
    public enum Transport: Sendable {
        /// HTTP/1.1 without TLS.
        case plain
        /// HTTP/2 without TLS, from the first byte (prior knowledge).
        case plainHTTP2
        /// TLS, HTTP/2 or HTTP/1.1 by ALPN, with PEM files.
        case tls(certificate: String, key: String)
    }

    /// The address to listen on; by default a free port of 127.0.0.1.
    public var address: Address
    /// The HTTP transport.
    public var transport: Transport
    /// The known users.
    public var users: [SimulatedUser]
    /// The behaviour on repeats.
    public var repeats: RepeatBehaviour
    /// The initial faults.
    public var faults: [Fault]
    /// The path of the journal; nil keeps everything in memory.
    public var journal: String?
    /// The token of `/_control`; nil admits only this machine, without a token.
    public var controlToken: String?
    /// The maximum size of a request body in bytes.
    public var maximumBody: Int
    /// How long a new record is missing from lists.
    public var listLag: Duration

    /// Makes a configuration; by default without users, faults and journal.
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
    /// The known users.
    public var users: [SimulatedUser]?
    /// The behaviour on repeats.
    public var repeats: RepeatBehaviour?
    /// The initial faults.
    public var faults: [Fault]?

    /// Reads a file.
    ///
    /// - Throws: ``SimulatorError`` naming the file.
    public static func read(_ path: String) throws -> Self {
        try decode(Self.self, path: path)
    }

    /// Reads a list of faults, given by `--faults`.
    ///
    /// - Throws: ``SimulatorError`` naming the file.
    public static func readFaults(_ path: String) throws -> [Fault] {
        try decode([Fault].self, path: path)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, path: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw SimulatorError(.configuration, message: "The file \(path) cannot be read: \(error)")
        }
    }
}

/// The behaviour of the simulated server on a log ID already accepted from the same user.
public enum RepeatBehaviour: String, Codable, CaseIterable, Sendable {
    /// Replaces the record and keeps its ID: 200.
    case upsert
    /// Refuses the record: 409.
    case conflict
    /// Creates a second record (a duplicate); lists show all log IDs.
    case blindLookup = "blind-lookup"
    /// Creates a second record (a duplicate); lists answer 404.
    case blind
}

/// Why the simulator could not start.
public typealias SimulatorError = CodedError<SimulatorErrorCode>

/// The kinds of failures; somebody must fix each.
public enum SimulatorErrorCode: String, ErrorCode {
    case journal
    case configuration
}
