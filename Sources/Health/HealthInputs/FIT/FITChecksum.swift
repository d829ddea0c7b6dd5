/// The checksum of FIT files, CRC-16 (FIT protocol, "CRC").
struct FITChecksum: Hashable {
    private(set) var value: UInt16 = 0

    private static let table: [UInt16] = [
        0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01,
        0x8801, 0x4400,
    ]

    /// Adds a byte, half by half.
    mutating func add(_ byte: UInt8) {
        var crc = value
        for half in [byte & 0xF, byte >> 4] {
            crc = (crc >> 4) & 0x0FFF ^ Self.table[Int(crc & 0xF)] ^ Self.table[Int(half)]
        }
        value = crc
    }
}
