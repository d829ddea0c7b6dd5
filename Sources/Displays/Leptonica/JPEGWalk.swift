/// A walk over the segments of a JPEG.
struct JPEGWalk {
    /// A segment: the second byte of its marker, and its content.
    struct Segment {
        let marker: UInt8
        let body: ArraySlice<UInt8>
    }

    private let bytes: [UInt8]
    private var place = 2
    /// Whether the end-of-image marker was found.
    private(set) var isAtEnd = false

    /// Starts after the first marker.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next segment; nil at the end of the image or of the bytes.
    mutating func next() -> Segment? {
        while let marker = nextMarker() {
            switch marker {
            case 0xD9:
                isAtEnd = true
                return nil
            case 0x01, 0xD0...0xD8: continue
            default: return segment(marker)
            }
        }
        return nil
    }

    /// The next marker; image data in between is skipped.
    private mutating func nextMarker() -> UInt8? {
        var place = place
        defer { self.place = place }
        let span = bytes.span
        while place < span.count - 1 {
            // The first byte may be repeated before the second.
            if span[place] != 0xFF || span[place + 1] == 0xFF {
                place += 1
            } else {
                place += 2
                if span[place - 1] != 0 { return span[place - 1] }
            }
        }
        return nil
    }

    private mutating func segment(_ marker: UInt8) -> Segment? {
        guard place <= bytes.count - 2 else { return nil }
        let length = Int(bytes[place]) << 8 | Int(bytes[place + 1])
        guard length >= 2, place <= bytes.count - length else { return nil }
        defer { place += length }
        return Segment(marker: marker, body: bytes[(place + 2)..<(place + length)])
    }
}
