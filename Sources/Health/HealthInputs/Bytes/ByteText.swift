internal import ByteScan

/// Comparison and decoding of parts of a span as text.
enum ByteText {
    /// Whether a part of a span equals an ASCII text.
    static func equals(_ bytes: borrowing Span<UInt8>, in range: ByteRange, text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return begins(bytes, in: range, text: text)
    }

    /// Whether a part of a span begins with an ASCII text.
    static func begins(_ bytes: borrowing Span<UInt8>, in range: ByteRange, text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard range.count >= count else { return false }
        return text.withUTF8Buffer { wanted in
            for index in 0..<count {
                // The text is a constant of the program, and the index is below its count.
                let byte = unsafe wanted[index]
                if bytes[range.lower + index] != byte { return false }
            }
            return true
        }
    }

    /// Whether a part of a span equals an array.
    static func equals(_ bytes: borrowing Span<UInt8>, in range: ByteRange, and other: [UInt8]) -> Bool {
        range.count == other.count && ByteSearch.equals(bytes, at: range.lower, and: other)
    }

    /// Copies a part of a span.
    static func copy(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        for index in range.lower..<range.upper { result.append(bytes[index]) }
        return result
    }

    /// Decodes the text of an attribute: resolves XML entities, turns white space into spaces and replaces invalid
    /// UTF-8.
    static func unescaped(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> String {
        String(decoding: XMLEntities.unescaped(copy(bytes, in: range)), as: UTF8.self)
    }
}

/// Search for words in texts.
enum TextSearch {
    /// Whether a text contains a word, byte for byte.
    static func contains(_ text: String, word: String) -> Bool { contains(Array(text.utf8), word: word) }

    /// Whether a text's bytes contain a word.
    static func contains(_ text: [UInt8], word: String) -> Bool {
        ByteSearch.first(Array(word.utf8), in: text.span) != nil
    }
}

/// Normalisation of XML attribute values: the predefined entities only, and white space as spaces.
enum XMLEntities {
    /// The longest entity in bytes; numeric ones may have leading zeros.
    private static let longest = 32

    /// Resolves `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and numeric entities, and turns tabs and line ends into
    /// spaces (XML 1.0, 2.11 and 3.3.3); anything else is unchanged.
    ///
    /// It works on bytes, so that a combining character after `;` does not hide it.
    static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 == UInt8(ascii: "&") || $0 < 0x20 }) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "&"):
                if let (scalar, end) = entity(bytes[(index + 1)...]) {
                    result.append(contentsOf: String(scalar).utf8)
                    index = end
                    continue
                }
                result.append(UInt8(ascii: "&"))
            case UInt8(ascii: "\r") where bytes[(index + 1)...].first == UInt8(ascii: "\n"): break
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"): result.append(UInt8(ascii: " "))
            default: result.append(bytes[index])
            }
            index += 1
        }
        return result
    }

    /// The text of an entity and the position after its semicolon; nil if it is not an entity.
    private static func entity(_ rest: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, end: Int)? {
        guard let end = rest.prefix(longest).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        return scalar(String(decoding: rest[..<end], as: UTF8.self)).map { ($0, end + 1) }
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let isHex = digits.first == "x" || digits.first == "X"
            let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(Unicode.Scalar.init)
        }
    }
}
