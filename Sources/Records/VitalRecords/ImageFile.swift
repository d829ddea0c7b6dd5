internal import Crypto

/// An image that was checked and has no metadata left.
///
/// The content's own structure is walked: a name, a declared type or the first bytes alone prove nothing. The picture's
/// data is copied as it is; of what stands beside it only what the picture cannot be shown right without is kept.
public struct ImageFile: Sendable, Hashable {
    /// The most bytes of an image, before and after cleaning.
    public static let byteLimit = 10_000_000
    /// The longest side, in pixels.
    public static let sideLimit = 65_500

    /// Its kind, found by its content.
    public let kind: ImageKind
    /// The image without metadata.
    public let bytes: [UInt8]

    /// Checks an image and takes its metadata away.
    ///
    /// - Parameter source: The file as it came.
    /// - Throws: ``VitalRecordsError`` of the field `image`: `limitExceeded`, `unsupportedImage` for another kind, which
    ///   is named, or `invalidImage`.
    public init(cleaning source: [UInt8]) throws(VitalRecordsError) {
        guard source.count <= Self.byteLimit else { throw .image(.limitExceeded, Self.tooLarge(source.count)) }
        var reader = ByteReader(source)
        switch ImageSignature.of(source) {
        case .known(.jpeg): (kind, bytes) = (.jpeg, try JPEGCleaner.clean(&reader))
        case .known(.png): (kind, bytes) = (.png, try PNGCleaner.clean(&reader))
        case .other(let name):
            throw .image(.unsupportedImage, "this is \(name); send the image as JPEG or PNG")
        case .none:
            throw .image(.unsupportedImage, "this is no image that is known here; send JPEG or PNG")
        }
    }

    /// The SHA-256 of the image without metadata, 64 hex digits.
    public var sha256: String { Self.sha256(of: bytes) }

    /// The SHA-256 of bytes, 64 hex digits.
    public static func sha256(of bytes: [UInt8]) -> String {
        ReadingKey.hex(Array(SHA256.hash(data: bytes)))
    }

    private static func tooLarge(_ count: Int) -> String {
        "the image has \(count) bytes and may have \(byteLimit): make it smaller"
    }
}

extension VitalRecordsError {
    /// An error about an image.
    static func image(_ code: Code, _ message: String) -> VitalRecordsError {
        VitalRecordsError(code: code, field: "image", message: message)
    }
}
