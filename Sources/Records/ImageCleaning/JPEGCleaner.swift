internal import VitalRecords

/// Copies a JPEG file without its metadata (ITU-T T.81 annex B).
///
/// It keeps tables, frames and scans, the JFIF header without its thumbnail, an ICC profile, Adobe's colour transform, and
/// a new Exif segment with the orientation only. It drops all other application segments (Exif with locations, times,
/// serial numbers and thumbnails; XMP; IPTC), comments, and trailing data, where cameras put videos and more pictures.
struct JPEGCleaner {
    private var output: [UInt8] = [0xFF, 0xD8]
    private var orientation: ExifOrientation?
    private var header: [UInt8] = []
    private var hasFrame = false
    private var hasScan = false
    private var segments = 0

    static func clean(_ reader: inout ImageByteReader) throws(VitalRecordsError) -> [UInt8] {
        var cleaner = JPEGCleaner()
        _ = reader.take(2)
        while try cleaner.step(&reader) {}
        guard cleaner.hasFrame, cleaner.hasScan else { throw invalid("it has no picture in it") }
        let turned = cleaner.orientation.map { segment(0xE1, content: Array("Exif\0\0".utf8) + $0.tiff) } ?? []
        return [0xFF, 0xD8] + cleaner.header + turned + cleaner.output.dropFirst(2)
    }

    /// Copies or drops one segment; false after the end-of-image marker.
    private mutating func step(_ reader: inout ImageByteReader) throws(VitalRecordsError) -> Bool {
        segments += 1
        guard segments <= 65_536 else { throw Self.invalid("it has too many segments") }
        guard reader.byte() == 0xFF else {
            throw Self.invalid(reader.left == 0 ? "it is truncated" : "a marker is missing")
        }
        var code: UInt8 = 0xFF
        while code == 0xFF {
            guard let next = reader.byte() else { throw Self.invalid("it is truncated") }
            code = next
        }
        switch code {
        case 0xD9:
            output += [0xFF, 0xD9]
            return false
        case 0x00, 0x01, 0x02...0xBF, 0xD0...0xD8, 0xF0...0xFD: throw Self.invalid("a marker is misplaced")
        default: break
        }
        guard let length = reader.number(bytes: 2), length >= 2, let content = reader.take(length - 2) else {
            throw Self.invalid("it is truncated, or a segment's length is wrong")
        }
        try take(code, content: content)
        guard code == 0xDA else { return true }
        guard hasFrame, let scan = reader.scan() else { throw Self.invalid("it is truncated in the picture's data") }
        hasScan = true
        output += scan
        return true
    }

    private mutating func take(_ code: UInt8, content: ArraySlice<UInt8>) throws(VitalRecordsError) {
        switch code {
        case 0xC4, 0xCC, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF: output += Self.segment(code, content: content)
        case 0xC0...0xCF where code != 0xC8:
            try check(frame: content)
            hasFrame = true
            output += Self.segment(code, content: content)
        case 0xE0 where header.isEmpty && content.starts(with: "JFIF\0".utf8) && content.count >= 14:
            // Up to the pixel density, then a thumbnail of 0 x 0.
            header = Self.segment(0xE0, content: content.prefix(12) + [0, 0])
        case 0xE1 where orientation == nil && content.starts(with: "Exif\0".utf8):
            orientation = ExifOrientation(tiff: content.dropFirst(6))
        case 0xE2 where content.starts(with: "ICC_PROFILE\0".utf8): output += Self.segment(code, content: content)
        case 0xEE where content.starts(with: "Adobe".utf8) && content.count >= 12:
            output += Self.segment(code, content: content.prefix(12))
        case 0xE0...0xEF, 0xFE: break
        default: throw Self.invalid("it has an unsupported segment")
        }
    }

    /// Checks a frame header: precision, height, width, number of components, three bytes each (B.2.2).
    private func check(frame: ArraySlice<UInt8>) throws(VitalRecordsError) {
        let bytes = Array(frame)
        guard bytes.count >= 9, bytes.count == 6 + 3 * Int(bytes[5]) else { throw Self.invalid("its frame is damaged") }
        let sides = [ImageByteReader.number(bytes[1..<3]), ImageByteReader.number(bytes[3..<5])]
        guard sides.allSatisfy({ (1...CleanImage.sideLimit).contains($0) }) else {
            throw Self.invalid("its width and height must be from 1 to \(CleanImage.sideLimit)")
        }
    }

    private static func segment(_ code: UInt8, content: some Collection<UInt8>) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, code, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] + content
    }

    private static func invalid(_ what: String) -> VitalRecordsError {
        .image(.invalidImage, message: "the JPEG is damaged: \(what)")
    }
}
