/// Writes bits as RFC 1951 packs them, with its fixed codes.
struct BitWriter {
    /// The bytes so far, the last one filled up with zeros.
    var bytes: [UInt8] { pendingCount == 0 ? full : full + [UInt8(truncatingIfNeeded: pending)] }

    private var full: [UInt8]
    private var pending: UInt32 = 0
    private var pendingCount = 0

    /// Begins behind some bytes.
    init(_ start: [UInt8]) {
        full = start
    }

    /// Writes a number, its lowest bit first.
    mutating func write(_ value: UInt32, count: Int) {
        pending |= value << UInt32(pendingCount)
        pendingCount += count
        while pendingCount >= 8 {
            full.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }

    /// Writes a byte as it is.
    mutating func writeLiteral(_ byte: UInt8) {
        if byte < 144 {
            writeCode(0x30 + UInt32(byte), count: 8)
        } else {
            writeCode(0x190 + UInt32(byte) - 144, count: 9)
        }
    }

    /// Writes a repetition of the last byte, and says how often: 3 to 10 times, or 258 times.
    mutating func writeRun(_ most: Int) -> Int {
        let run = most >= 258 ? 258 : min(most, 10)
        if run == 258 { writeCode(0xC0 + 5, count: 8) } else { writeCode(UInt32(run - 3) + 1, count: 7) }
        writeCode(0, count: 5)
        return run
    }

    /// Writes the end of the block.
    mutating func writeEnd() { writeCode(0, count: 7) }

    /// Writes a code, its highest bit first.
    private mutating func writeCode(_ code: UInt32, count: Int) {
        for place in (0..<count).reversed() { write(code >> UInt32(place) & 1, count: 1) }
    }
}
