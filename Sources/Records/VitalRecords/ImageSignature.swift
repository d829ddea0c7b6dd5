/// What a file's first bytes say that it is; nothing more than a hint.
enum ImageSignature: Equatable {
    /// A kind that is taken.
    case known(ImageKind)
    /// A kind that is not taken, by its name.
    case other(String)

    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Looks at a file's first bytes; nil for what is not known.
    static func of(_ bytes: [UInt8]) -> ImageSignature? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .known(.jpeg) }
        if bytes.starts(with: png) { return .known(.png) }
        if let name = boxedName(bytes) { return .other(name) }
        return others.first { bytes.starts(with: $0.magic) }.map { .other($0.name) }
    }

    private static let others: [(magic: [UInt8], name: String)] = [
        (Array("GIF8".utf8), "GIF"), (Array("BM".utf8), "BMP"), (Array("%PDF".utf8), "PDF"),
        ([0x49, 0x49, 0x2A, 0x00], "TIFF"), ([0x4D, 0x4D, 0x00, 0x2A], "TIFF"),
        ([0xFF, 0x0A], "JPEG XL"), ([0x00, 0x00, 0x01, 0x00], "ICO"),
    ]

    /// Formats whose name stands some bytes in: ISO base media files (ISO/IEC 14496-12) and RIFF.
    private static func boxedName(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 12 else { return nil }
        let (first, word, brand) = (bytes[0..<4], bytes[4..<8], String(decoding: bytes[8..<12], as: UTF8.self))
        if first.elementsEqual("RIFF".utf8), brand == "WEBP" { return "WebP" }
        if word.elementsEqual("JXL ".utf8) { return "JPEG XL" }
        guard word.elementsEqual("ftyp".utf8) else { return nil }
        switch brand {
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return "HEIC"
        case "avif", "avis": return "AVIF"
        default: return "a video or another ISO media file"
        }
    }
}
