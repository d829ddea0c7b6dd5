/// A string with known values that carries unknown ones unchanged, as JSON strings.
///
/// For words that come from other versions and other software: a word that is not known here passes through.
public protocol OpenString: RawRepresentable<String>, Hashable, Sendable, Codable, CustomStringConvertible {
    /// Makes the value from any word, known or not.
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
    /// The text's beginning of so many bytes of UTF-8 at most, cut between two scalars.
    ///
    /// A character can have any number of combining marks, so characters limit nothing.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: max(0, limit))
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }
}
