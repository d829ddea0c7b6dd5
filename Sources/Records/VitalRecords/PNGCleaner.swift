/// Copies a PNG file without its metadata (ISO/IEC 15948; W3C PNG, third edition).
///
/// Kept are the chunks that the picture is made of and those that say how its colours are meant; of Exif the orientation,
/// written anew. Dropped are texts, times, Exif, further frames of animations, private chunks, and what stands behind the
/// end. Every chunk's checksum is compared.
struct PNGCleaner {
    private var output = ImageSignature.png
    private var orientation: ImageOrientation?
    private var colourType: UInt8?
    private var hasPalette = false
    private var data = DataRun.before
    private var chunks = 0

    /// Where the picture's data stands: its chunks follow each other.
    private enum DataRun {
        case before, inside, after
    }

    private static let kept: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs", "cICP", "mDCV",
        "cLLI",
    ]

    static func clean(_ reader: inout ByteReader) throws(VitalRecordsError) -> [UInt8] {
        var cleaner = PNGCleaner()
        _ = reader.take(ImageSignature.png.count)
        while try cleaner.step(&reader) {}
        return cleaner.output
    }

    /// Takes one chunk; false after the last one.
    private mutating func step(_ reader: inout ByteReader) throws(VitalRecordsError) -> Bool {
        chunks += 1
        guard chunks <= 65_536 else { throw Self.invalid("it has too many chunks") }
        guard let length = reader.number(bytes: 4), length <= 0x7FFF_FFFF, let name = reader.take(4),
            let content = reader.take(length), let sum = reader.number(bytes: 4)
        else { throw Self.invalid("it is cut off, or a chunk's length is wrong") }
        guard name.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
            throw Self.invalid("a chunk has no name")
        }
        guard CRC32.sum(name, content) == UInt32(truncatingIfNeeded: sum) else {
            throw Self.invalid("a chunk's checksum is wrong")
        }
        let type = String(decoding: name, as: UTF8.self)
        try check(type, isCritical: name.first.map { $0 & 0x20 == 0 } ?? true, content)
        if type == "eXIf", orientation == nil, data == .before, let turned = ImageOrientation(tiff: content) {
            orientation = turned
            write("eXIf", turned.tiff)
        }
        if Self.kept.contains(type) { write(type, content) }
        return type != "IEND"
    }

    private mutating func check(
        _ type: String,
        isCritical: Bool,
        _ content: ArraySlice<UInt8>
    ) throws(VitalRecordsError) {
        guard (type == "IHDR") == (chunks == 1) else { throw Self.invalid("its header is missing or stands twice") }
        if data == .inside, type != "IDAT" { data = .after }
        switch type {
        case "IHDR": try check(header: Array(content))
        case "PLTE":
            guard !hasPalette, data == .before, !content.isEmpty, content.count <= 768, content.count % 3 == 0 else {
                throw Self.invalid("its palette is damaged")
            }
            hasPalette = true
        case "IDAT":
            guard data != .after, colourType != 3 || hasPalette else {
                throw Self.invalid("its data is out of its place")
            }
            data = .inside
        case "IEND":
            guard data == .after, content.isEmpty else { throw Self.invalid("it has no picture in it") }
        default:
            guard !isCritical else { throw Self.invalid("it has a critical chunk that is not known") }
        }
    }

    /// Width, height, bit depth, colour type, compression, filter, interlace (11.2.1).
    private mutating func check(header: [UInt8]) throws(VitalRecordsError) {
        guard header.count == 13 else { throw Self.invalid("its header is damaged") }
        let sides = [ByteReader.number(header[0..<4]), ByteReader.number(header[4..<8])]
        guard sides.allSatisfy({ (1...ImageFile.sideLimit).contains($0) }) else {
            throw Self.invalid("its width and height must be 1 to \(ImageFile.sideLimit)")
        }
        let depths: [UInt8: Set<UInt8>] = [
            0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        guard depths[header[9]]?.contains(header[8]) == true, header[10] == 0, header[11] == 0, header[12] <= 1 else {
            throw Self.invalid("its header is damaged")
        }
        colourType = header[9]
    }

    private mutating func write(_ type: String, _ content: some Collection<UInt8>) {
        let name = Array(type.utf8)
        output += Self.number(UInt32(truncatingIfNeeded: content.count)) + name
        output += content
        output += Self.number(CRC32.sum(name[...], content))
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func invalid(_ what: String) -> VitalRecordsError {
        .image(.invalidImage, "the PNG is not whole: \(what)")
    }
}
