/// A pseudonymous identifier that is valid as a topic level: 1 to 64 characters of `[a-z0-9-]`.
public protocol TopicIdentifier: RawRepresentable<String>, Hashable, Comparable, Sendable, Codable,
    CustomStringConvertible
{
    /// Creates the identifier; nil if the text is invalid.
    init?(rawValue: String)
}

extension TopicIdentifier {
    /// The identifier's text.
    public var description: String { rawValue }

    /// Creates the identifier from text.
    ///
    /// - Throws: ``VitalRecordsError`` `invalidIdentifier`.
    public init(_ text: String) throws(VitalRecordsError) {
        guard let identifier = Self(rawValue: text) else {
            throw VitalRecordsError(
                code: .invalidIdentifier,
                field: "\(Self.self)",
                message: "use 1 to 64 characters of a-z, 0-9 and -"
            )
        }
        self = identifier
    }

    /// Reads the identifier from a JSON string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Self(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(Self.self): use 1 to 64 characters of a-z, 0-9 and -"
            )
        }
        self = identifier
    }

    /// Writes the identifier as a JSON string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// Orders identifiers by their text.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// True for text of 1 to 64 characters of `[a-z0-9-]`.
    package static func isValid(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default:
                    false
                }
            }
    }
}

/// The identifier of a hub, a machine in a room.
public struct HubID: TopicIdentifier {
    /// The identifier's text.
    public let rawValue: String

    /// Creates the identifier; nil if the text is not 1 to 64 characters of `[a-z0-9-]`.
    public init?(rawValue: String) {
        guard Self.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(reserved: String) {
        rawValue = reserved
    }

    /// The reserved name for actors that serve the whole site.
    public static let site = HubID(reserved: "site")
}

/// The identifier of a seat, a place where a hub measures a person.
public struct SeatID: TopicIdentifier {
    /// The identifier's text.
    public let rawValue: String

    /// Creates the identifier; nil if the text is not 1 to 64 characters of `[a-z0-9-]`.
    public init?(rawValue: String) {
        guard Self.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

/// The identifier of a site, one facility.
public struct SiteID: TopicIdentifier {
    /// The identifier's text.
    public let rawValue: String

    /// Creates the identifier; nil if the text is not 1 to 64 characters of `[a-z0-9-]`.
    public init?(rawValue: String) {
        guard Self.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}
