internal import VitalRecords

/// Copies a PNG file without its metadata (ISO/IEC 15948; W3C PNG, third edition).
///
/// It keeps the chunks of the picture and of its colour space, and writes a new Exif chunk with the orientation only. It
/// drops texts, times, Exif, animation frames, private chunks and trailing data. Every chunk's checksum is verified.
struct PNGCleaner {
    private var output = ImageSignature.png
    private var orientation: ExifOrientation?
    private var colourType: UInt8?
    private var hasPalette = false
    private var data = DataRun.before
    private var chunks = 0

    /// The position relative to the run of IDAT chunks, which must be consecutive.
    private enum DataRun {
        case before, inside, after
    }

    private static let kept: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs", "cICP", "mDCV",
        "cLLI",
    ]

    static func clean(_ reader: inout ImageByteReader) throws(VitalRecordsError) -> [UInt8] {
        var cleaner = PNGCleaner()
        _ = reader.take(ImageSignature.png.count)
        while try cleaner.step(&reader) {}
        return cleaner.output
    }

    /// Copies or drops one chunk; false after IEND.
    private mutating func step(_ reader: inout ImageByteReader) throws(VitalRecordsError) -> Bool {
        chunks += 1
        guard chunks <= 65_536 else { throw Self.invalid("it has too many chunks") }
        guard let length = reader.number(bytes: 4), length <= 0x7FFF_FFFF, let name = reader.take(4),
            let content = reader.take(length), let sum = reader.number(bytes: 4)
        else { throw Self.invalid("it is truncated, or a chunk's length is wrong") }
        guard name.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
            throw Self.invalid("a chunk has no name")
        }
        guard CRC32.sum(name, content: content) == UInt32(truncatingIfNeeded: sum) else {
            throw Self.invalid("a chunk's checksum is wrong")
        }
        let type = String(decoding: name, as: UTF8.self)
        try check(type, isCritical: name.first.map { $0 & 0x20 == 0 } ?? true, content: content)
        if type == "eXIf", orientation == nil, data == .before, let turned = ExifOrientation(tiff: content) {
            orientation = turned
            write("eXIf", content: turned.tiff)
        }
        if Self.kept.contains(type) { write(type, content: content) }
        return type != "IEND"
    }

    private mutating func check(
        _ type: String,
        isCritical: Bool,
        content: ArraySlice<UInt8>
    ) throws(VitalRecordsError) {
        guard (type == "IHDR") == (chunks == 1) else { throw Self.invalid("its header is missing or occurs twice") }
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
                throw Self.invalid("its data is in the wrong place")
            }
            data = .inside
        case "IEND":
            guard data == .after, content.isEmpty else { throw Self.invalid("it has no picture in it") }
        default:
            guard !isCritical else { throw Self.invalid("it has an unknown critical chunk") }
        }
    }

    /// Checks IHDR: width, height, bit depth, colour type, compression, filter, interlace (11.2.1).
    private mutating func check(header: [UInt8]) throws(VitalRecordsError) {
        guard header.count == 13 else { throw Self.invalid("its header is damaged") }
        let sides = [ImageByteReader.number(header[0..<4]), ImageByteReader.number(header[4..<8])]
        guard sides.allSatisfy({ (1...CleanImage.sideLimit).contains($0) }) else {
            throw Self.invalid("its width and height must be from 1 to \(CleanImage.sideLimit)")
        }
        let depths: [UInt8: Set<UInt8>] = [
            0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        guard depths[header[9]]?.contains(header[8]) == true, header[10] == 0, header[11] == 0, header[12] <= 1 else {
            throw Self.invalid("its header is damaged")
        }
        colourType = header[9]
    }

    private mutating func write(_ type: String, content: some Collection<UInt8>) {
        let name = Array(type.utf8)
        output += Self.number(UInt32(truncatingIfNeeded: content.count)) + name
        output += content
        output += Self.number(CRC32.sum(name[...], content: content))
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func invalid(_ what: String) -> VitalRecordsError {
        .image(.invalidImage, message: "the PNG is damaged: \(what)")
    }
}

/// The CRC-32 of PNG chunks (ISO/IEC 15948 annex D, ITU-T V.42).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }

    /// Computes the checksum over the type and the data of a chunk.
    static func sum(_ name: ArraySlice<UInt8>, content: some Collection<UInt8>) -> UInt32 {
        let table = table
        var sum = UInt32.max
        for byte in name { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
        for byte in content { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
        return ~sum
    }
}
