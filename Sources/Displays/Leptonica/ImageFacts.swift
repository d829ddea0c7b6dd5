import CLeptonica
import HEIF
import ImageCleaning

/// The properties of an image according to its file, before anything is decoded.
struct ImageFacts {
    let width: Int
    let height: Int
    var orientation = ImageOrientation.upright
    /// Whether it can be decoded at a reduced size.
    var isReducible = false
    /// Whether the file reaches the end of the image, as far as known without decoding.
    var isWhole = true
    /// The number of pictures or pages; above one it is not exact.
    var pictures = 1
    /// The unsupported feature in words; nil if there is none.
    var unsupported: String?
    /// The facts for decoding a HEIF file, which may need more than its stated size; nil for other formats.
    var heif: HEIFFacts?

    /// Checks the properties against limits.
    func check(_ limits: ImageLimits, name: String) throws(ImageError) {
        guard width > 0, height > 0 else { throw ImageError(.damaged, message: "\(name) has no pixels") }
        let most = min(limits.mostPixels, ImageLimits.hardPixels)
        let size = "\(name) has \(width) x \(height) pixels"
        // Sides are checked before they are multiplied.
        guard max(width, height) <= limits.longestSide, width * height <= most else {
            throw ImageError(
                .tooLarge,
                message: "\(size), more than \(most) in total or \(limits.longestSide) on a side; make it smaller first"
            )
        }
        guard isReducible || width * height <= limits.mostPixelsAtOnce else {
            throw ImageError(
                .tooLarge,
                message: "\(size), more than \(limits.mostPixelsAtOnce) are only supported in a JPEG that is not "
                    + "progressive; save it as one"
            )
        }
        if let heif { try Self.check(heif, limits: limits, name: name) }
        guard pictures == 1 else {
            throw ImageError(.severalPictures, message: "\(name) has several pictures; save only one of them")
        }
        if let unsupported {
            throw ImageError(.unsupported, message: "\(name) has \(unsupported); save it as a normal JPEG or PNG")
        }
        guard isWhole else {
            throw ImageError(.truncated, message: "\(name) ends before its image does; copy it again")
        }
    }
}

extension ImageFacts {
    /// Reads the boxes of a HEIC or AVIF; nil if they are malformed, or name no picture.
    init?(heif bytes: [UInt8]) {
        guard let facts = HEIFFacts(bytes) else { return nil }
        // libheif applies the orientation from the file's properties, and Exif is ignored.
        self.init(width: facts.width, height: facts.height)
        isWhole = facts.isWhole
        unsupported = facts.unsupported
        heif = facts
    }

    /// Checks the data to be decoded; the file's stated size has been checked before.
    private static func check(_ heif: HEIFFacts, limits: ImageLimits, name: String) throws(ImageError) {
        // Tiles extend beyond the picture's edges, and its transparency is a picture of the same size.
        guard heif.longestSide <= limits.longestSide, heif.largestCoded <= limits.mostPixelsAtOnce,
            heif.codedPixels / 2 <= limits.mostPixelsAtOnce
        else {
            throw ImageError(
                .tooLarge,
                message:
                    "\(name) has more than \(limits.mostPixelsAtOnce) pixels in its compressed data; save it as a JPEG"
            )
        }
    }

    /// Walks the chunks of a PNG; nil if the first one is not its header.
    init?(png bytes: [UInt8]) {
        func number(_ place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        self.init(width: number(16), height: number(20))
        isWhole = false
        var place = 8
        while place <= bytes.count - 12 {
            let length = number(place)
            let name = bytes[(place + 4)..<(place + 8)]
            guard length <= bytes.count - 12 - place else { break }
            if name.elementsEqual("acTL".utf8) {
                pictures = 2
            } else if name.elementsEqual("eXIf".utf8) {
                orientation = TagDirectory(bytes[(place + 8)..<(place + 8 + length)])?.orientation ?? .upright
            } else if name.elementsEqual("IEND".utf8) {
                isWhole = true
                break
            }
            place += 12 + length
        }
    }

    /// Walks the chunks of a WebP file after the header of its container.
    mutating func addChunks(webP bytes: [UInt8]) {
        func number(_ place: Int) -> Int { bytes[place..<(place + 4)].reversed().reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count >= 12 else { return }
        isWhole = number(4) <= bytes.count - 8
        var place = 12
        while place <= bytes.count - 8 {
            let (name, length) = (bytes[place..<(place + 4)], number(place + 4))
            guard length <= bytes.count - 8 - place else { break }
            if name.elementsEqual("ANIM".utf8) || name.elementsEqual("ANMF".utf8) {
                pictures = 2
            } else if name.elementsEqual("EXIF".utf8) {
                let body = bytes[(place + 8)..<(place + 8 + length)]
                let tags = body.starts(with: Array("Exif\0\0".utf8)) ? body.dropFirst(6) : body
                orientation = TagDirectory(tags)?.orientation ?? .upright
            }
            place += 8 + length + length % 2
        }
    }
}

extension ImageFacts {
    /// Walks the blocks of a GIF; nil if they are malformed before its first picture.
    init?(gif bytes: [UInt8]) {
        func number(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
        guard bytes.count >= 13 else { return nil }
        var size: (Int, Int)?
        var (place, count, isWhole) = (13 + Self.tableLength(bytes[10]), 0, false)
        walk: while place < bytes.count {
            switch bytes[place] {
            case 0x21:
                guard let next = Self.behindBlocks(bytes, start: place + 2) else { break walk }
                place = next
            case 0x2C where place <= bytes.count - 11:
                count += 1
                size = size ?? (number(place + 5), number(place + 7))
                guard let next = Self.behindBlocks(bytes, start: place + 11 + Self.tableLength(bytes[place + 9])) else {
                    break walk
                }
                place = next
            default:
                isWhole = bytes[place] == 0x3B
                break walk
            }
        }
        guard let size else { return nil }
        self.init(width: size.0, height: size.1)
        (pictures, self.isWhole) = (count, isWhole)
    }

    /// The size of a colour table in bytes, from its flags.
    private static func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    /// The position after a sequence of length-prefixed blocks; nil if the bytes end first.
    private static func behindBlocks(_ bytes: [UInt8], start: Int) -> Int? {
        var place = start
        while place < bytes.count {
            if bytes[place] == 0 { return place + 1 }
            place += 1 + Int(bytes[place])
        }
        return nil
    }
}

extension ImageFacts {
    /// Parses a file's header; nil if it is unintelligible.
    init?(_ format: ImageFormat, bytes: [UInt8]) {
        switch format {
        case .jpeg: self.init(jpeg: bytes)
        case .png: self.init(png: bytes)
        case .gif: self.init(gif: bytes)
        case .heic, .avif: self.init(heif: bytes)
        case .tiff:
            guard let tags = TagDirectory(bytes[...]) else { return nil }
            self.init(header: bytes)
            pictures = tags.hasNext ? 2 : 1
            // Leptonica applies the orientation itself. 0 to 3 are grey, colours and a palette, 6 is JPEG's colour
            // space.
            if ![nil, 0, 1, 2, 3, 6].contains(tags.colors) { unsupported = "colours for printing" }
        case .webP:
            self.init(header: bytes)
            addChunks(webP: bytes)
        case .bmp, .pnm: self.init(header: bytes)
        }
    }

    private init?(header bytes: [UInt8]) {
        var (width, height): (l_int32, l_int32) = (0, 0)
        let failed = bytes.withUnsafeBufferPointer { buffer in
            pixReadHeaderMem(buffer.baseAddress, buffer.count, nil, &width, &height, nil, nil, nil)
        }
        guard failed == 0, width > 0, height > 0 else { return nil }
        self.init(width: Int(width), height: Int(height))
    }
}

extension ImageFacts {
    /// Walks the segments of a JPEG (ITU-T T.81, annex B) to its end; nil if they are malformed.
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

    /// Parses a frame header: size, number of colours and compression.
    private init?(frame: ArraySlice<UInt8>, marker: UInt8) {
        let bytes = Array(frame)
        guard bytes.count >= 6 else { return nil }
        self.init(width: Int(bytes[3]) << 8 | Int(bytes[4]), height: Int(bytes[1]) << 8 | Int(bytes[2]))
        isReducible = marker != 0xC2
        if !(0xC0...0xC2).contains(marker) {
            unsupported = "an unsupported compression"
        } else if bytes[0] != 8 {
            unsupported = "\(bytes[0]) bits per colour"
        } else if ![1, 3].contains(bytes[5]) {
            // Four components are inks; their meaning is not reliable, and wrong colours would go unnoticed.
            unsupported = "\(bytes[5]) colours (CMYK, for printing)"
        }
    }
}
