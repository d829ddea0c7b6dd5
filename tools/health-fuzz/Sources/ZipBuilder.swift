/// Makes zip archives for seeds and tests.
package struct ZipBuilder {
    private var data: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// Makes an archive without entries.
    package init() {}

    /// Adds an entry.
    ///
    /// - Parameter deflated: Whether its bytes stand in blocks of deflate, of the kind that is not compressed.
    package mutating func add(_ name: String, _ bytes: [UInt8], deflated: Bool = false) {
        let body = deflated ? Self.blocks(bytes) : bytes
        let name = Array(name.utf8)
        let fields =
            Self.bytes(20, 2) + Self.bytes(0x800, 2) + Self.bytes(deflated ? 8 : 0, 2) + Self.bytes(0, 4)
            + Self.bytes(Self.checksum(bytes), 4) + Self.bytes(body.count, 4) + Self.bytes(bytes.count, 4)
            + Self.bytes(name.count, 2) + Self.bytes(0, 2)
        directory += Self.bytes(0x0201_4B50, 4) + Self.bytes(20, 2) + fields
        directory += Self.bytes(0, 10) + Self.bytes(data.count, 4) + name
        data += Self.bytes(0x0403_4B50, 4) + fields + name + body
        count += 1
    }

    /// The archive.
    package var file: [UInt8] {
        let end =
            Self.bytes(0x0605_4B50, 4) + Self.bytes(0, 4) + Self.bytes(count, 2) + Self.bytes(count, 2)
            + Self.bytes(directory.count, 4) + Self.bytes(data.count, 4) + Self.bytes(0, 2)
        return data + directory + end
    }

    private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            result += [end == bytes.count ? 1 : 0] + Self.bytes(end - start, 2) + Self.bytes(~(end - start), 2)
            result += bytes[start..<end]
            start = end
        } while start < bytes.count
        return result
    }

    private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }

    /// CRC-32 bit by bit, unlike the reader's.
    private static func checksum(_ bytes: [UInt8]) -> Int {
        var crc: UInt32 = ~0
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return Int(~crc)
    }
}
