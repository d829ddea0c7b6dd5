internal import CZlib

/// A raw deflate decoder with one window of memory.
///
/// It owns zlib's state; no other code holds a pointer to it.
final class Inflater {
    /// The result of one step.
    struct Step {
        /// The number of compressed bytes consumed.
        let taken: Int
        /// The number of bytes produced.
        let given: Int
        /// Whether the end of the data was reached.
        let isEnd: Bool
        /// Whether the data is damaged from here on; the bytes produced are correct.
        let isDamaged: Bool
    }

    private let stream: UnsafeMutablePointer<z_stream>

    init() throws(ArchiveError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard vb_inflate_init_raw(stream) == Z_OK else {
            // All properties are set, so the deinit runs and frees the state.
            throw ArchiveError(.unreadable, message: "not enough memory to decompress")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Decodes as much as the output has room for.
    func step(
        _ input: [UInt8],
        inputRange: Range<Int>,
        into output: inout [UInt8],
        outputRange: Range<Int>
    ) -> Step {
        let result = input.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                // zlib only reads through this pointer, although its C type is not const.
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

/// An incremental CRC-32, as zip files use it.
struct ZipChecksum {
    private(set) var value: UInt32 = 0

    mutating func add(_ bytes: [UInt8], in range: Range<Int>) {
        let before = value
        value = bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, !range.isEmpty else { return before }
            return vb_crc32(before, base + range.lowerBound, range.count)
        }
    }
}
