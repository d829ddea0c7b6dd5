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
