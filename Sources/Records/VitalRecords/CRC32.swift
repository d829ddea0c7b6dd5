/// The checksum of PNG's chunks (ISO/IEC 15948 annex D: the CRC of ITU-T V.42).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }

    /// The checksum of a chunk's name and content.
    static func sum(_ name: ArraySlice<UInt8>, _ content: some Collection<UInt8>) -> UInt32 {
        let table = table
        var sum = UInt32.max
        for byte in name { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
        for byte in content { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
        return ~sum
    }
}
