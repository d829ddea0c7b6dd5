/// Puts the checksums of a PNG's chunks right; other files stay as they are.
package enum PNGRepair {
    /// The same bytes with checksums that fit, as far as chunks follow each other.
    package static func repaired(_ file: [UInt8]) -> [UInt8] {
        guard file.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return file }
        var bytes = file
        var place = 8
        while place <= bytes.count - 12 {
            let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - 12 - place else { break }
            let end = place + 8 + length
            let sum = checksum(bytes[(place + 4)..<end])
            for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
            place = end + 4
        }
        return bytes
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc: UInt32 = ~0
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
