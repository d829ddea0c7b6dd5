/// What a request carries.
public enum CurlBody: Sendable {
    /// Nothing.
    case none
    /// Bytes in memory.
    case bytes([UInt8])
    /// A regular file, read while it is sent; its size when the transfer starts is the length that is told.
    case file(path: String)
    /// Chunks made while they are sent; one chunk is held at a time, and the next is asked for when it is gone.
    ///
    /// With a length, exactly so many bytes have to come. Without, HTTP/1.1 sends chunked coding. A stream cannot be
    /// rewound: if libcurl would have to send it again, the transfer fails instead.
    case stream(any AsyncSequence<[UInt8], any Error> & Sendable, length: Int?)
}
