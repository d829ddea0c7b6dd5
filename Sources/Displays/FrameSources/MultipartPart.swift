/// A part of a multipart stream.
package struct MultipartPart: Sendable, Hashable {
    /// The header fields, names in lower case; of equal names the last one.
    package let headers: [String: String]
    /// The body.
    package let body: [UInt8]

    /// Creates a part.
    package init(headers: [String: String], body: [UInt8]) {
        (self.headers, self.body) = (headers, body)
    }
}

/// A parser of the header lines of a part (RFC 5322 §2.2, without folding).
enum HeaderLines {
    /// The position after the empty line that ends the headers; nil if it has not arrived.
    static func end(_ bytes: [UInt8], from start: Int) -> Int? {
        var line = start
        while let end = bytes[line...].firstIndex(of: 0x0A) {
            if bytes[line..<end].allSatisfy({ $0 == 0x0D }) { return end + 1 }
            line = end + 1
        }
        return nil
    }

    /// The fields, names in lower case; lines without a colon are skipped.
    static func fields(_ bytes: ArraySlice<UInt8>) -> [String: String] {
        var fields: [String: String] = [:]
        for line in bytes.split(separator: 0x0A) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = text(line[..<colon]).lowercased()
            fields[name] = text(line[(colon + 1)...])
        }
        return fields
    }

    /// The boundary in a content type; nil without one, or if it is not multipart.
    static func boundary(ofContentType type: String) -> String? {
        let parts = type.split(separator: ";").map { text(Array($0.utf8)[...]) }
        guard let first = parts.first, first.lowercased().hasPrefix("multipart/") else { return nil }
        for part in parts.dropFirst() {
            guard let equal = part.firstIndex(of: "="), part[..<equal].lowercased() == "boundary" else { continue }
            let value = part[part.index(after: equal)...]
            return String(value.hasPrefix("\"") ? value.dropFirst().prefix { $0 != "\"" } : value)
        }
        return nil
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        var part = bytes.drop(while: isSpace)
        while let last = part.last, isSpace(last) { part = part.dropLast() }
        return String(decoding: part, as: UTF8.self)
    }
}

/// The memory limits for a multipart stream.
package struct MultipartLimits: Sendable, Hashable {
    /// The size limit of a part's headers in bytes.
    package var headers = 8 * 1024
    /// The size limit of a part's body in bytes.
    package var body = 16 << 20
    /// The limit of bytes between parts.
    package var between = 64 * 1024

    /// The default limits.
    package init() {}
}

/// An error that prevents splitting a multipart stream.
package enum MultipartError: Error, Sendable, Hashable {
    /// The content type has no boundary, or one that RFC 2046 §5.1.1 forbids.
    case badBoundary
    /// The headers of a part exceed the limit.
    case headersTooLong
    /// A part exceeds the limit.
    case partTooLong
    /// So many bytes arrived without a delimiter that this is not a multipart stream.
    case noDelimiter

    /// What is wrong with the stream, as the end of a sentence.
    var words: String {
        switch self {
        case .badBoundary: "its content type does not name the boundary between frames"
        case .headersTooLong: "a frame's headers are too long"
        case .partTooLong: "a frame is too large"
        case .noDelimiter: "no boundary follows a frame"
        }
    }
}
