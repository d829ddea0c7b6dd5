/// A writer of PNG files in white with 15 levels of opacity and one dimming black (ISO/IEC 15948).
///
/// Rows are compressed as runs of equal bytes (RFC 1951 with fixed codes), which suffices for overlays.
enum TransparentPNG {
    /// The level of opaque white; 0 is transparent, levels in between are translucent.
    static let white: UInt8 = 14
    /// The level of the dimming black.
    static let dim: UInt8 = 15

    /// Encodes a file.
    ///
    /// - Parameter levels: The level of each pixel, row by row.
    static func bytes(width: Int, height: Int, levels: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Four bits per pixel, with a palette.
        append("IHDR", content: number(width) + number(height) + [4, 3, 0, 0, 0], to: &file)
        let colors: [[UInt8]] = (0...15).map { $0 == dim ? [0, 0, 0] : [255, 255, 255] }
        append("PLTE", content: colors.flatMap(\.self), to: &file)
        append("tRNS", content: (0...15).map { $0 == dim ? 90 : UInt8(Int($0) * 255 / Int(white)) }, to: &file)
        append("IDAT", content: compressed(rows(width, height: height, levels: levels)), to: &file)
        append("IEND", content: [], to: &file)
        return file
    }

    /// The rows with filter 2: each byte minus the one above it.
    private static func rows(_ width: Int, height: Int, levels: [UInt8]) -> [UInt8] {
        let length = (width + 1) / 2
        var above = [UInt8](repeating: 0, count: length)
        var result: [UInt8] = []
        result.reserveCapacity((length + 1) * height)
        for row in 0..<height {
            var line = [UInt8](repeating: 0, count: length)
            for column in 0..<width { line[column / 2] |= levels[row * width + column] << (column % 2 == 0 ? 4 : 0) }
            result.append(2)
            for (byte, before) in zip(line, above) { result.append(byte &- before) }
            above = line
        }
        return result
    }

    private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var bits = BitWriter([0x78, 0x01])
        bits.write(1, count: 1)
        bits.write(1, count: 2)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            bits.writeLiteral(byte)
            place += 1
            while true {
                let limit = min(258, bytes.count - place)
                let run = bytes[place..<place + limit].prefix { $0 == byte }.count
                guard run >= 3 else { break }
                place += bits.writeRun(run)
            }
        }
        bits.writeEnd()
        return bits.bytes + number(Int(adler(bytes)))
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static func append(_ name: String, content: [UInt8], to file: inout [UInt8]) {
        let chunk = Array(name.utf8) + content
        file += number(content.count) + chunk + number(Int(checksum(chunk)))
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
        return ~sum
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

/// A writer of deflate streams with fixed codes (RFC 1951).
struct BitWriter {
    /// The bytes so far, the last one padded with zeros.
    var bytes: [UInt8] { pendingCount == 0 ? full : full + [UInt8(truncatingIfNeeded: pending)] }

    private var full: [UInt8]
    private var pending: UInt32 = 0
    private var pendingCount = 0

    /// Starts with the given bytes.
    init(_ start: [UInt8]) {
        full = start
    }

    /// Writes a number, lowest bit first.
    mutating func write(_ value: UInt32, count: Int) {
        pending |= value << UInt32(pendingCount)
        pendingCount += count
        while pendingCount >= 8 {
            full.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }

    /// Writes a literal byte.
    mutating func writeLiteral(_ byte: UInt8) {
        if byte < 144 {
            writeCode(0x30 + UInt32(byte), count: 8)
        } else {
            writeCode(0x190 + UInt32(byte) - 144, count: 9)
        }
    }

    /// Writes a run of the last byte and returns its length: 3 to 10, or 258.
    mutating func writeRun(_ most: Int) -> Int {
        let run = most >= 258 ? 258 : min(most, 10)
        if run == 258 { writeCode(0xC0 + 5, count: 8) } else { writeCode(UInt32(run - 3) + 1, count: 7) }
        writeCode(0, count: 5)
        return run
    }

    /// Writes the end-of-block code.
    mutating func writeEnd() { writeCode(0, count: 7) }

    /// Writes a code, highest bit first.
    private mutating func writeCode(_ code: UInt32, count: Int) {
        for place in (0..<count).reversed() { write(code >> UInt32(place) & 1, count: 1) }
    }
}
