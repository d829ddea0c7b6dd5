internal import CZlib

/// The CRC-32 of zip files, over blocks.
struct Checksum {
    private(set) var value: UInt32 = 0

    mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
        let before = UInt(value)
        value = bytes.withUnsafeBufferPointer { buffer in
            UInt32(
                truncatingIfNeeded: crc32(
                    before,
                    buffer.baseAddress.map { $0 + range.lowerBound },
                    UInt32(clamping: range.count)
                )
            )
        }
    }
}
