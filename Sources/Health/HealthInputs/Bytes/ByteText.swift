internal import ByteScan

/// Text in bytes: comparing and decoding parts of a span.
enum ByteText {
    /// Whether a part of a span is a text in ASCII.
    static func equals(_ bytes: borrowing Span<UInt8>, _ range: ByteRange, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return begins(bytes, range, text)
    }

    /// Whether a part of a span begins with a text in ASCII.
    static func begins(_ bytes: borrowing Span<UInt8>, _ range: ByteRange, _ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard range.count >= count else { return false }
        return text.withUTF8Buffer { wanted in
            for index in 0..<count {
                // A constant of the program, and the index lies below its count.
                let byte = unsafe wanted[index]
                if bytes[range.lower + index] != byte { return false }
            }
            return true
        }
    }

    /// Whether a part of a span has the same bytes as an array.
    static func equals(_ bytes: borrowing Span<UInt8>, _ range: ByteRange, _ other: [UInt8]) -> Bool {
        range.count == other.count && ByteSearch.equals(bytes, at: range.lower, other)
    }

    /// Whether two parts of a span have the same bytes.
    static func equals(_ bytes: borrowing Span<UInt8>, _ range: ByteRange, _ other: ByteRange) -> Bool {
        range.count == other.count
            && ByteSearch.equals(bytes, at: range.lower, and: other.lower, count: range.count)
    }

    /// The bytes of a part of a span.
    static func copy(_ bytes: borrowing Span<UInt8>, _ range: ByteRange) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        for index in range.lower..<range.upper { result.append(bytes[index]) }
        return result
    }

    /// The text of an attribute: entities of XML are undone, blanks are spaces, bytes that are no UTF-8 are
    /// replaced.
    static func unescaped(_ bytes: borrowing Span<UInt8>, _ range: ByteRange) -> String {
        String(decoding: XMLEntities.unescaped(copy(bytes, range)), as: UTF8.self)
    }
}

/// Looks for short words in short texts, without what makes searches in long texts fast.
enum TextSearch {
    /// Whether a text has a word in it, byte for byte.
    static func contains(_ text: String, _ word: String) -> Bool {
        var text = Array(text.utf8)[...]
        let word = Array(word.utf8)
        while text.count >= word.count {
            if text.starts(with: word) { return true }
            text.removeFirst()
        }
        return false
    }
}

/// What XML says of an attribute's value: entities that XML itself has, no other one ever; blanks of all kinds are spaces.
enum XMLEntities {
    /// The longest entity that is looked for: numbers may have noughts before them.
    private static let longest = 32

    /// Undoes `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and numeric ones, and makes spaces of tabs and line ends (XML 1.0,
    /// 2.11 and 3.3.3); anything else stays as it is.
    ///
    /// By bytes: a sign that joins with the one before, like an accent behind `;`, must not hide it.
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

    /// What an entity stands for, and the place behind its semicolon; nil where there is none.
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
