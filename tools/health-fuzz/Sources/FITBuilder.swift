internal import HealthInputs

/// Makes FIT files for seeds and tests.
package struct FITBuilder {
    /// A field of a definition: its number, its base type and its count of bytes.
    package struct Field: Sendable {
        let number: UInt8
        let size: UInt8
        let base: UInt8

        /// One byte.
        package static func byte(_ number: UInt8) -> Field { Field(number: number, size: 1, base: 0x02) }
        /// Two bytes.
        package static func short(_ number: UInt8) -> Field { Field(number: number, size: 2, base: 0x84) }
        /// Four bytes.
        package static func long(_ number: UInt8) -> Field { Field(number: number, size: 4, base: 0x86) }
        /// Several values of one byte, eight at most; in a message they are one number, the first byte lowest.
        package static func list(_ number: UInt8, bytes: UInt8) -> Field {
            Field(number: number, size: bytes, base: 0x02)
        }
    }

    private var data: [UInt8] = []
    private var fields: [Int: [Field]] = [:]
    private var isBig: [Int: Bool] = [:]

    /// Makes a file without messages.
    package init() {}

    /// Defines what messages of a local number look like.
    package mutating func define(
        _ local: Int,
        _ message: UInt16,
        _ fields: [Field],
        isBigEndian: Bool = false,
        developerBytes: [UInt8] = []
    ) {
        self.fields[local] = fields
        isBig[local] = isBigEndian
        data.append(0x40 | UInt8(local) | (developerBytes.isEmpty ? 0 : 0x20))
        data += [0, isBigEndian ? 1 : 0] + Self.bytes(UInt64(message), 2, isBigEndian) + [UInt8(fields.count)]
        for field in fields { data += [field.number, field.size, field.base] }
        if !developerBytes.isEmpty {
            data += [UInt8(developerBytes.count)]
            for size in developerBytes { data += [0, size, 0] }
        }
    }

    /// Adds a message.
    package mutating func add(_ local: Int, _ values: [UInt64], developer: [UInt8] = []) {
        data.append(UInt8(local))
        addValues(local, values, developer)
    }

    /// Adds a message whose header has the lower bits of its time.
    package mutating func add(compressed local: Int, low: UInt8, _ values: [UInt64]) {
        data.append(0x80 | UInt8(local) << 5 | low & 0x1F)
        addValues(local, values, [])
    }

    /// The file.
    package var file: [UInt8] {
        var bytes: [UInt8] = [14, 0x10, 0, 8] + Self.bytes(UInt64(data.count), 4, false) + Array(".FIT".utf8)
        bytes += Self.bytes(UInt64(Self.checksum(bytes)), 2, false) + data
        return bytes + Self.bytes(UInt64(Self.checksum(bytes)), 2, false)
    }

    /// The same bytes as one file, with the length and the checksum that they have.
    package static func repaired(_ file: [UInt8]) -> [UInt8] {
        guard file.count >= 16 else { return file }
        var body = Array(file.dropLast(2))
        body.replaceSubrange(4..<8, with: bytes(UInt64(body.count - 14), 4, false))
        return body + bytes(UInt64(checksum(body)), 2, false)
    }

    private mutating func addValues(_ local: Int, _ values: [UInt64], _ developer: [UInt8]) {
        for (field, value) in zip(fields[local] ?? [], values) {
            data += Self.bytes(value, Int(field.size), isBig[local] ?? false)
        }
        data += developer
    }

    private static func bytes(_ value: UInt64, _ count: Int, _ isBigEndian: Bool) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        return isBigEndian ? little.reversed() : little
    }

    /// CRC-16 bit by bit, unlike the reader's.
    private static func checksum(_ bytes: [UInt8]) -> UInt16 {
        var crc: UInt16 = 0
        for byte in bytes {
            crc ^= UInt16(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xA001 : crc >> 1 }
        }
        return crc
    }
}
