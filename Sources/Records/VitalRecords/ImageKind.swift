/// A kind of image that a record may have.
public enum ImageKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// JPEG (ITU-T T.81).
    case jpeg = "image/jpeg"
    /// PNG (ISO/IEC 15948).
    case png = "image/png"

    /// The media type, for example `image/jpeg`.
    public var contentType: String { rawValue }

    /// The usual end of a file's name, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        }
    }
}
