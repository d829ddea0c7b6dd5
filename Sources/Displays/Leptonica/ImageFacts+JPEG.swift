extension ImageFacts {
    /// Walks over the segments of a JPEG (ITU-T T.81, annex B) up to its end; nil where they do not follow each other.
    init?(jpeg bytes: [UInt8]) {
        var walk = JPEGWalk(bytes)
        var (facts, orientation): (ImageFacts?, ImageOrientation?) = (nil, nil)
        while let segment = walk.next() {
            switch segment.marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard facts == nil, let frame = ImageFacts(frame: segment.body, marker: segment.marker) else {
                    return nil
                }
                facts = frame
            case 0xE1 where orientation == nil && segment.body.starts(with: Array("Exif\0\0".utf8)):
                orientation = TagDirectory(segment.body.dropFirst(6))?.orientation
            default: break
            }
        }
        guard var facts else { return nil }
        facts.orientation = orientation ?? .upright
        facts.isWhole = walk.isAtEnd
        self = facts
    }

    /// Reads what begins a frame: its size, how many colours it has, and how it is compressed.
    private init?(frame: ArraySlice<UInt8>, marker: UInt8) {
        let bytes = Array(frame)
        guard bytes.count >= 6 else { return nil }
        self.init(width: Int(bytes[3]) << 8 | Int(bytes[4]), height: Int(bytes[1]) << 8 | Int(bytes[2]))
        isReducible = marker != 0xC2
        if !(0xC0...0xC2).contains(marker) {
            unsupported = "a kind of compression that is not read here"
        } else if bytes[0] != 8 {
            unsupported = "\(bytes[0]) bits for each colour"
        } else if ![1, 3].contains(bytes[5]) {
            // Four are inks; which ink means what is not told reliably, and wrong colours would be silent.
            unsupported = "\(bytes[5]) colours (CMYK, for print)"
        }
    }
}
