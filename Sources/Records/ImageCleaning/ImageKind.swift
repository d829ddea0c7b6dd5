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
        switch ImageFormat(bytes) {
        case .jpeg: .known(.jpeg)
        case .png: .known(.png)
        case let format?: .other(format.name)
        case nil: others(bytes).map { .other($0) }
        }
    }

    /// Names common formats that are not images this product reads.
    private static func others(_ bytes: [UInt8]) -> String? {
        if MediaBrands(bytes) != nil { return "a video or another ISO media file" }
        if bytes.dropFirst(4).starts(with: "JXL ".utf8) || bytes.starts(with: [0xFF, 0x0A]) { return "JPEG XL" }
        if bytes.starts(with: "%PDF".utf8) { return "PDF" }
        return bytes.starts(with: [0x00, 0x00, 0x01, 0x00]) ? "ICO" : nil
    }
}
