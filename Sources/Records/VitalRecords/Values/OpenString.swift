/// A string with known values that carries unknown ones unchanged, encoded as a JSON string.
///
/// For words from other versions and other software.
public protocol OpenString: RawRepresentable<String>, Hashable, Sendable, Codable, CustomStringConvertible {
    /// Creates a value from any word, known or not.
    init(rawValue: String)
}

extension OpenString {
    /// The word.
    public var description: String { rawValue }

    /// Reads the word from a JSON string.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the word as a JSON string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension String {
    /// The longest prefix of at most `limit` UTF-8 bytes, cut between two scalars.
    ///
    /// A character can have any number of combining marks, so characters are not a limit.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: max(0, limit))
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }
}
