/// Small valid images with every kind of metadata, made without the code under test.
package enum SampleImages {
    /// A minimal grey JPEG: frame, tables and a scan.
    ///
    /// - Parameter side: The width and height in pixels; 4,000 gives about 62 kB.
    package static func plainJPEG(side: Int = 8) -> [UInt8] {
        [0xFF, 0xD8] + jfif + picture(side) + [0xFF, 0xD9]
    }

    /// A JPEG like a phone's, with a word hidden in Exif's GPS directory, in its thumbnail, XMP, IPTC, a comment, a
    /// JFXX thumbnail, a vendor segment, and after the end.
    ///
    /// - Parameters:
    ///   - word: The word that cleaning must remove.
    ///   - orientation: The Exif orientation, 1 to 8.
    ///   - side: The width and height in pixels.
    package static func jpeg(hiding word: String, orientation: UInt8 = 6, side: Int = 8) -> [UInt8] {
        let text = Array(word.utf8)
        let metadata =
            segment(0xE0, content: Array("JFXX\0".utf8) + [0x10] + text)
            + segment(0xE1, content: Array("Exif\0\0".utf8) + exif(text, orientation: orientation))
            + segment(0xE1, content: Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>".utf8) + text)
            + segment(0xE2, content: Array("MPF\0".utf8) + text) + segment(0xE5, content: text)
            + segment(0xED, content: Array("Photoshop 3.0\08BIM".utf8) + text) + segment(0xFE, content: text)
        return [0xFF, 0xD8] + jfif + metadata + picture(side) + [0xFF, 0xD9] + text
    }

    /// A grey PNG with a word hidden in its texts, Exif, a private chunk, its time, and after the end.
    package static func png(hiding word: String, orientation: UInt8 = 6, side: Int = 8) -> [UInt8] {
        let text = Array(word.utf8)
        let metadata =
            chunk("tEXt", content: Array("Location\0".utf8) + text)
            + chunk("iTXt", content: Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + text)
            + chunk("zTXt", content: Array("Comment\0\0".utf8) + text)
            + chunk("eXIf", content: exif(text, orientation: orientation))
            + chunk("vpAg", content: text) + chunk("tIME", content: [0x07, 0xE6, 1, 2, 3, 4, 5])
        return Array(plainPNG(side: side).prefix(33)) + metadata + plainPNG(side: side).dropFirst(33) + text
    }

    /// A minimal grey PNG: header, data and end.
    package static func plainPNG(side: Int = 8) -> [UInt8] {
        let header = number(side) + number(side) + [8, 0, 0, 0, 0]
        let rows = [UInt8](repeating: 0, count: (side + 1) * side)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", content: header)
            + chunk("IDAT", content: stored(rows))
            + chunk("IEND", content: [])
    }

    /// A JPEG segment.
    package static func segment(_ code: UInt8, content: [UInt8]) -> [UInt8] {
        [0xFF, code, UInt8((content.count + 2) >> 8 & 0xFF), UInt8((content.count + 2) & 0xFF)] + content
    }

    /// A PNG chunk with its checksum.
    package static func chunk(_ name: String, content: [UInt8]) -> [UInt8] {
        let whole = Array(name.utf8) + content
        return number(content.count) + whole + number(Int(checksum(whole)))
    }

    private static let jfif = segment(0xE0, content: Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

    /// Tables, frame and scan; each block encodes "no difference, end of block" in two bits.
    private static func picture(_ side: Int) -> [UInt8] {
        let sides = [UInt8(side >> 8 & 0xFF), UInt8(side & 0xFF)]
        let oneCode = [UInt8](repeating: 0, count: 15)
        let blocks = ((side + 7) / 8) * ((side + 7) / 8)
        let (whole, rest) = (blocks / 4, blocks % 4)
        let last: [UInt8] = rest == 0 ? [] : [UInt8(0xFF >> (2 * rest))]
        return segment(0xDB, content: [0] + [UInt8](repeating: 16, count: 64))
            + segment(0xC0, content: [8] + sides + sides + [1, 1, 0x11, 0])
            + segment(0xC4, content: [0x00, 1] + oneCode + [0])
            + segment(0xC4, content: [0x10, 1] + oneCode + [0]) + segment(0xDA, content: [1, 1, 0x00, 0, 63, 0])
            + [UInt8](repeating: 0, count: whole) + last
    }

    /// A TIFF structure, little-endian: orientation, and a GPS directory whose text is the word.
    private static func exif(_ text: [UInt8], orientation: UInt8) -> [UInt8] {
        func entry(_ tag: Int, type: UInt8, count: Int, value: Int) -> [UInt8] {
            little(tag, count: 2) + [type, 0] + little(count, count: 4) + little(value, count: 4)
        }
        let first =
            little(2, count: 2) + entry(0x0112, type: 3, count: 1, value: Int(orientation))
            + entry(0x8825, type: 4, count: 1, value: 38) + little(0, count: 4)
        let place = little(1, count: 2) + entry(0x001B, type: 7, count: text.count, value: 56) + little(0, count: 4)
        return Array("II".utf8) + [42, 0, 8, 0, 0, 0] + first + place + text
    }

    /// A zlib stream of stored blocks (RFC 1950, RFC 1951 section 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (stream, rest): ([UInt8], ArraySlice<UInt8>) = ([0x78, 0x01], bytes[...])
        repeat {
            let part = rest.prefix(65_535)
            rest = rest.dropFirst(part.count)
            stream +=
                [rest.isEmpty ? 1 : 0] + little(part.count, count: 2) + little(~part.count & 0xFFFF, count: 2) + part
        } while !rest.isEmpty
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + number(high << 16 | low)
    }

    private static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }

    private static func little(_ value: Int, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
    }

    /// The CRC-32, computed bit by bit as in the specification.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
        return ~sum
    }
}
