internal import CZlib

/// A raw deflate encoder without zlib or gzip headers, for zip archives.
///
/// It owns zlib's state; no other code holds a pointer to it.
final class Deflater {
    private let stream: UnsafeMutablePointer<z_stream>
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// - Parameter level: The compression level, from 0 (none) to 9 (best); zlib's default is 6.
    init(level: Int32) throws(ArchiveError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard vb_deflate_init_raw(stream, level) == Z_OK else {
            // All properties are set, so the deinit runs and frees the state.
            throw ArchiveError(.unreadable, message: "not enough memory to compress")
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Compresses a block.
    ///
    /// - Parameter isLast: Whether the block ends the data; no other block may follow.
    /// - Returns: The output that is ready, which is often empty.
    func deflated(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        bytes.withUnsafeBufferPointer { source in
            // zlib only reads through this pointer, although its C type is not const.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            stream.pointee.avail_in = UInt32(clamping: source.count)
            repeat { step(isLast ? Z_FINISH : Z_NO_FLUSH, result: &result) } while stream.pointee.avail_out == 0
            stream.pointee.next_in = nil
        }
        return result
    }

    private func step(_ flush: Int32, result: inout [UInt8]) {
        let size = room.count
        room.withUnsafeMutableBufferPointer { target in
            stream.pointee.next_out = target.baseAddress
            stream.pointee.avail_out = UInt32(size)
            deflate(stream, flush)
            stream.pointee.next_out = nil
        }
        result += room[..<(size - Int(stream.pointee.avail_out))]
    }
}
