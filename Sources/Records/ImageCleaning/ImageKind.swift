/// The image formats that a record can carry; the raw value is the media type.
public enum ImageKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// JPEG (ITU-T T.81).
    case jpeg = "image/jpeg"
    /// PNG (ISO/IEC 15948).
    case png = "image/png"

    /// The media type, for example `image/jpeg`.
    public var contentType: String { rawValue }

    /// The usual file extension, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        }
    }
}

/// The format that the first bytes of a file suggest; a hint, not a proof.
enum ImageSignature: Equatable {
    /// An accepted format.
    case known(ImageKind)
    /// The name of a format that is recognised but not accepted.
    case other(String)

    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Detects the format; nil if it is not recognised.
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

    /// Formats with their name some bytes into the file: ISO base media files (ISO/IEC 14496-12) and RIFF.
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
