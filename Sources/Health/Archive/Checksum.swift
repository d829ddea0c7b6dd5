internal import CZlib

/// The CRC-32 of zip files, over blocks.
struct Checksum {
    private(set) var value: UInt32 = 0

    mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
        let before = value
        value = bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, !range.isEmpty else { return before }
            return vb_crc32(before, base + range.lowerBound, range.count)
        }
    }
}
