/// Reads hostile bytes from the front to the back; every read is checked.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// How many bytes are left.
    var left: Int { bytes.count - position }

    /// The next byte; nil at the end.
    mutating func byte() -> UInt8? {
        guard left > 0 else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// The next bytes; nil, and nothing is read, where there are not so many.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= left else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// The next bytes as a big-endian number; nil where there are not so many.
    mutating func number(bytes count: Int) -> Int? { take(count).map(Self.number) }

    /// Bytes as a big-endian number; no more than four are meant.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// The data of a JPEG scan: up to the next marker that is neither a stuffed byte nor a restart.
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
            // A fill byte, which stands before a marker.
            case 0xFF: index += 1
            default:
                position = index
                return bytes[start..<index]
            }
        }
        return nil
    }
}
