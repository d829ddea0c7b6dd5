/// Cuts the bytes of a stream into frames, in whatever pieces they arrive.
struct StreamBuffer: Sendable {
    /// What the bytes at one place are.
    enum Cut: Sendable {
        /// A frame of this many bytes.
        case frame(Int)
        /// The beginning of a frame that is not whole.
        case incomplete
        /// No beginning of a frame.
        case stray
    }

    /// The most bytes that may wait for the rest of their frame.
    static let limit = 512

    private var bytes: [UInt8] = []

    /// Adds bytes.
    ///
    /// - Parameters:
    ///   - cut: Where a frame ends, by its first bytes.
    ///   - decode: Reads a frame; nil if it is damaged, and then the next frame may begin inside of it.
    /// - Returns: What was read; nil for each damaged frame.
    mutating func add<Frame>(
        _ piece: [UInt8],
        cut: (ArraySlice<UInt8>) -> Cut,
        decode: ([UInt8]) -> Frame?
    ) -> [Frame?] {
        bytes += piece
        var (place, frames): (Int, [Frame?]) = (0, [])
        scan: while place < bytes.count {
            switch cut(bytes[place...]) {
            case .incomplete: break scan
            case .stray: place += 1
            case .frame(let length):
                guard length > 0, length <= bytes.count - place else { break scan }
                let frame = decode(Array(bytes[place..<(place + length)]))
                frames.append(frame)
                place += frame == nil ? 1 : length
            }
        }
        bytes.removeFirst(place)
        if bytes.count > Self.limit { bytes = [] }
        return frames
    }
}
