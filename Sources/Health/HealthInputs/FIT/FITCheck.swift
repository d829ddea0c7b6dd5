/// Checks FIT files before they are read: whether each is complete and has the right checksum.
///
/// A truncated file is correct up to its end. A file with a wrong checksum is read if all its records are complete,
/// because devices and programs write wrong ones. The report mentions it, because a corrupted value looks like any
/// other.
struct FITCheck {
    /// The state of one file of a chain.
    enum Finding: Hashable {
        case whole
        /// The file is truncated, or its length is missing.
        case cut
        /// The checksum does not match.
        case changed
        /// The checksum is 0, as written by programs that do not compute one.
        case unchecked
        /// The checksum does not match, but all records are complete up to the length that the file states.
        case mismatched
    }

    /// The state of each file, in order.
    private(set) var findings: [Finding] = []

    /// The most files in one chain; no device writes more.
    static let mostFiles = 10_000

    /// Checks all bytes.
    init(_ window: ByteWindow) throws {
        var window = window
        while findings.count < Self.mostFiles, try window.holds(12) {
            _ = try window.holds(FITHeader.longest)
            guard let header = FITHeader(window.bytes, at: window.position, end: window.end) else { return }
            findings.append(try Self.finding(header, window: &window))
        }
    }

    private static func finding(_ header: FITHeader, window: inout ByteWindow) throws -> Finding {
        guard header.dataSize > 0 else { return .cut }
        var checksum = FITChecksum()
        var left = header.length + header.dataSize
        while left > 0 {
            guard try window.holds(1) else { return .cut }
            let count = min(left, window.count)
            for index in 0..<count { checksum.add(window.bytes[window.position + index]) }
            window.position += count
            left -= count
        }
        guard try window.holds(2) else { return .cut }
        let expected = UInt16(window.bytes[window.position]) | UInt16(window.bytes[window.position + 1]) << 8
        window.position += 2
        if expected == checksum.value { return .whole }
        return expected == 0 ? .unchecked : .changed
    }

    /// Separates files with only a wrong checksum from those with broken records.
    ///
    /// - Parameter window: The bytes from the start again.
    mutating func examine(_ window: ByteWindow) throws {
        var decoder = FITDecoder(window)
        do {
            for index in findings.indices {
                guard try decoder.nextFile() else { return }
                guard findings[index] == .changed else {
                    try decoder.skipFile()
                    continue
                }
                while try decoder.next() != nil {}
                findings[index] = .mismatched
            }
        } catch is InputFault {
            // The records are broken, so the files after them cannot be located.
            return
        }
    }

    /// Whether any file needs ``examine(_:)``.
    var isDoubtful: Bool { findings.contains(.changed) }
}

/// The CRC-16 of FIT files (FIT protocol, "CRC").
struct FITChecksum: Hashable {
    private(set) var value: UInt16 = 0

    private static let table: [UInt16] = [
        0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01,
        0x8801, 0x4400,
    ]

    /// Adds a byte, four bits at a time.
    mutating func add(_ byte: UInt8) {
        var crc = value
        for half in [byte & 0xF, byte >> 4] {
            crc = (crc >> 4) & 0x0FFF ^ Self.table[Int(crc & 0xF)] ^ Self.table[Int(half)]
        }
        value = crc
    }
}
