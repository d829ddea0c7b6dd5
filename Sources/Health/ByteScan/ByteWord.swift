/// Eight bytes of a span as one number, so that they are compared and taken apart at once.
public enum ByteWord {
    /// The bytes from a place on, the first one lowest; 0 where fewer than eight are there.
    @inlinable
    @inline(__always)
    public static func load(_ bytes: borrowing Span<UInt8>, at place: Int) -> UInt64 {
        guard place >= 0, place <= bytes.count - 8 else { return 0 }
        return bytes.withUnsafeBytes { buffer in
            UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
    }
}
