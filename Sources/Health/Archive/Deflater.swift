internal import CZlib

/// Deflates bytes block by block, without a header, as zip archives have them.
///
/// Owns zlib's state: the only place that a pointer to it exists.
final class Deflater {
    private let stream: UnsafeMutablePointer<z_stream>
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// - Parameter level: 0 for none up to 9 for the best; zlib's own is 6.
    init(level: Int32) throws(ArchiveError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard vb_deflate_init_raw(stream, level) == Z_OK else {
            // All is stored, so the deinit runs and frees it.
            throw ArchiveError(code: .unreadable, message: "zlib has no memory to deflate")
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Deflates a block.
    ///
    /// - Parameter isLast: Whether the data ends with it; nothing may follow then.
    /// - Returns: What is ready, often nothing.
    func deflated(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        bytes.withUnsafeBufferPointer { source in
            // zlib reads through this pointer only; its type in C is not const.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            stream.pointee.avail_in = UInt32(clamping: source.count)
            repeat { step(isLast ? Z_FINISH : Z_NO_FLUSH, &result) } while stream.pointee.avail_out == 0
            stream.pointee.next_in = nil
        }
        return result
    }

    private func step(_ flush: Int32, _ result: inout [UInt8]) {
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
