#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Byte search with the C library's vectorised `memchr`, several times as fast as a loop.
public enum ByteSearch {
    /// Finds a byte in a part of a span.
    ///
    /// - Parameters:
    ///   - byte: The byte to find.
    ///   - bytes: The span.
    ///   - start: The first position, at least 0.
    ///   - end: The position after the last one, at most the span's count.
    /// - Returns: The position; nil if the byte does not occur.
    public static func first(_ byte: UInt8, in bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Int? {
        guard start >= 0, start < end, end <= bytes.count else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, let found = memchr(base + start, Int32(byte), end - start) else {
                return nil
            }
            return UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }

    /// Finds the bytes of an array in a span.
    ///
    /// - Returns: The first position; nil if they do not occur.
    public static func first(_ word: [UInt8], in bytes: borrowing Span<UInt8>) -> Int? {
        guard let letter = word.first else { return 0 }
        var place = 0
        while let found = first(letter, in: bytes, from: place, to: bytes.count) {
            if equals(bytes, at: found, and: word) { return found }
            place = found + 1
        }
        return nil
    }

    /// Whether the bytes at a position equal those of an array.
    public static func equals(_ bytes: borrowing Span<UInt8>, at start: Int, and other: [UInt8]) -> Bool {
        guard start >= 0, start <= bytes.count, other.count <= bytes.count - start else { return false }
        return bytes.withUnsafeBufferPointer { buffer in
            other.withUnsafeBufferPointer { other in
                guard let left = buffer.baseAddress, let right = other.baseAddress else { return other.isEmpty }
                return memcmp(left + start, right, other.count) == 0
            }
        }
    }
}

/// Eight bytes of a span as one number, to compare and split in one step.
public enum ByteWord {
    /// Loads eight bytes in little-endian order; 0 if fewer are left.
    @inlinable
    @inline(__always)
    public static func load(_ bytes: borrowing Span<UInt8>, at place: Int) -> UInt64 {
        guard place >= 0, place <= bytes.count - 8 else { return 0 }
        return bytes.withUnsafeBytes { buffer in
            UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
    }
}
