package import FoundationEssentials

/// The identifier of a record at its destinations, assigned when its person is decided.
public struct LogID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The namespace of all log ids.
    ///
    /// It must never change: another namespace would duplicate every record.
    package static let namespace = UUID(
        uuid: (0x5B, 0x1E, 0x0C, 0x6A, 0x3D, 0x42, 0x4F, 0x0B, 0x9A, 0x77, 0x6E, 0x21, 0xC8, 0x93, 0x04, 0xD5)
    )

    /// A UUIDv5 in lower case.
    public let rawValue: String

    /// Wraps an identifier that was assigned earlier; nil if it is empty or over 128 bytes.
    public init?(rawValue: String) {
        guard (1...128).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }

    private init(uuid: UUID) {
        rawValue = uuid.lowercaseString
    }

    /// Derives the identifier of a person's record.
    ///
    /// It is a UUIDv5 in the namespace `5b1e0c6a-3d42-4f0b-9a77-6e21c89304d5`. The name consists of organization, user
    /// and key, each as the count of its UTF-8 bytes, a colon and the bytes; `-` for no organization. It is equal in
    /// every session of that user, so a record that is sent again after a new login stays one record.
    ///
    /// - Parameters:
    ///   - sessionUser: The user's id within the organization.
    ///   - organization: The organization's id; nil if the destination has none.
    ///   - readingKey: The reading's key.
    public static func derive(sessionUser: String, organization: String?, readingKey: ReadingKey) -> LogID {
        let name = (organization.map(framed) ?? "-") + framed(sessionUser) + framed(readingKey.rawValue)
        return LogID(uuid: UUID.v5(namespace: namespace, name: name.utf8))
    }

    /// Derives the identifier of an image: a UUIDv5 of its record's log id and the SHA-256 of the image without
    /// metadata.
    ///
    /// It is equal in every attempt, so that the same image of the same record is stored once.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - sha256: 64 hex digits.
    public static func image(of record: LogID, sha256: String) -> LogID {
        LogID(uuid: UUID.v5(namespace: namespace, name: ("image/" + framed(record.rawValue) + framed(sha256)).utf8))
    }

    /// Derives the name of a record's delivery to a further destination of its session: a UUIDv5 of the record's log id and the
    /// destination.
    ///
    /// The first destination's delivery has the log id itself.
    package static func delivery(of record: String, to destination: String) -> LogID {
        LogID(uuid: UUID.v5(namespace: namespace, name: ("delivery/" + framed(record) + framed(destination)).utf8))
    }

    /// The identifier's text.
    public var description: String { rawValue }

    /// Reads the identifier from a JSON string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = LogID(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a log id must have 1 to 128 bytes")
        }
        self = id
    }

    /// Writes the identifier as a JSON string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    private static func framed(_ text: String) -> String { "\(text.utf8.count):\(text)" }
}
