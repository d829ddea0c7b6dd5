/// A forward reader of untrusted bytes; every read is bounds-checked.
struct ImageByteReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of unread bytes.
    var left: Int { bytes.count - position }

    /// Reads one byte; returns nil at the end.
    mutating func byte() -> UInt8? {
        guard left > 0 else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads `count` bytes; returns nil without reading if fewer remain.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= left else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// Reads a big-endian number of `count` bytes; returns nil if fewer remain.
    mutating func number(bytes count: Int) -> Int? { take(count).map(Self.number) }

    /// Decodes up to four bytes as a big-endian number.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// Reads the entropy-coded data of a JPEG scan, up to the next marker that is neither a stuffed byte nor a restart.
    mutating func scan() -> ArraySlice<UInt8>? {
        let start = position
        var index = start
        while index + 1 < bytes.count {
            guard bytes[index] == 0xFF else {
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case 0x00, 0xD0...0xD7: index += 2
            // A fill byte may precede a marker.
            case 0xFF: index += 1
            default:
                position = index
                return bytes[start..<index]
            }
        }
        return nil
    }
}
