internal import FoundationEssentials

/// A persistent Mosquitto's data about its clients, read from its database (version 6, of Mosquitto 2.0).
///
/// This is the only source for the owners of absent clients' sessions; neither `$SYS` nor the plugin has them.
public struct BrokerDatabase: Sendable {
    /// A session that outlives its connection.
    public struct Session: Sendable, Hashable {
        /// The client's id, which is untrusted.
        public let clientID: String
        /// The account.
        public let username: String
    }

    /// The sessions, including those of connected clients.
    public let sessions: [Session]

    /// Reads a broker's database; nil if there is none, or it has another version.
    public init?(directory: String) {
        // Absent is nil: a broker without persistence has none.
        guard let data = try? Data(contentsOf: URL(filePath: "\(directory)/mosquitto.db")) else { return nil }
        self.init(Array(data))
    }

    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes[...])
        guard reader.take(15).map(Array.init) == Self.magic, reader.take(4) != nil, let version = reader.number(4),
            version == Self.version
        else { return nil }
        var found: [Session] = []
        while let kind = reader.number(4), let length = reader.number(4), let chunk = reader.take(length) {
            guard kind == Self.clientChunk, let session = Self.session(chunk) else { continue }
            found.append(session)
        }
        sessions = found
    }

    private static let magic: [UInt8] = [0, 0xB5, 0] + Array("mosquitto db".utf8)
    private static let version = 6
    private static let clientChunk = 6

    /// Reads the chunk of one client.
    ///
    /// The fixed part (`struct PF_client`) has the expiry (8 and 4 bytes), the last message's number, the id's length,
    /// the port, the name's length (2 bytes each) and padding (4).
    private static func session(_ chunk: ArraySlice<UInt8>) -> Session? {
        var reader = Reader(bytes: chunk)
        guard reader.take(14) != nil, let idLength = reader.number(2), reader.take(2) != nil,
            let nameLength = reader.number(2), reader.take(4) != nil, let id = reader.take(idLength),
            let name = reader.take(nameLength)
        else { return nil }
        return Session(clientID: String(decoding: id, as: UTF8.self), username: String(decoding: name, as: UTF8.self))
    }

    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard count <= bytes.count else { return nil }
            defer { bytes = bytes.dropFirst(count) }
            return bytes.prefix(count)
        }

        mutating func number(_ count: Int) -> Int? {
            take(count)?.reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
