#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Finds bytes with the C library's vectorised search, several times as fast as a loop.
public enum ByteSearch {
    /// The first place of a byte in a part of a span.
    ///
    /// - Parameters:
    ///   - byte: What is looked for.
    ///   - bytes: Where.
    ///   - start: From here, 0 or more.
    ///   - end: Up to here, this one not included; at most the span's count.
    /// - Returns: The place, or nil.
    public static func first(_ byte: UInt8, in bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Int? {
        guard start >= 0, start < end, end <= bytes.count else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, let found = memchr(base + start, Int32(byte), end - start) else {
                return nil
            }
            return UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }
}
