internal import CZlib

/// Undoes deflate, block by block, with the memory of one window.
///
/// Owns zlib's state: the only place that a pointer to it exists.
final class Inflater {
    /// What one step did.
    struct Step {
        /// How many compressed bytes it took.
        let taken: Int
        /// How many bytes it gave.
        let given: Int
        /// Whether the data ended.
        let isEnd: Bool
        /// Whether the data is wrong from here on; the bytes given are right.
        let isDamaged: Bool
    }

    private let stream: UnsafeMutablePointer<z_stream>

    init() throws(ArchiveError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard vb_inflate_init_raw(stream) == Z_OK else {
            // All is stored, so the deinit runs and frees it.
            throw ArchiveError(code: .unreadable, message: "zlib has no memory for its window")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Undoes what fits into the output.
    func step(
        _ input: [UInt8],
        _ inputRange: Range<Int>,
        into output: inout [UInt8],
        _ outputRange: Range<Int>
    ) -> Step {
        let result = input.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                // zlib reads through this pointer only; its type in C is not const.
                stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: source.baseAddress.map { $0 + inputRange.lowerBound }
                )
                stream.pointee.avail_in = UInt32(clamping: inputRange.count)
                stream.pointee.next_out = target.baseAddress.map { $0 + outputRange.lowerBound }
                stream.pointee.avail_out = UInt32(clamping: outputRange.count)
                let result = inflate(stream, Z_NO_FLUSH)
                stream.pointee.next_in = nil
                stream.pointee.next_out = nil
                return result
            }
        }
        return Step(
            taken: inputRange.count - Int(stream.pointee.avail_in),
            given: outputRange.count - Int(stream.pointee.avail_out),
            isEnd: result == Z_STREAM_END,
            isDamaged: ![Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result)
        )
    }
}

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
