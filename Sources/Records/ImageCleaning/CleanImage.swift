internal import Crypto
public import VitalRecords

/// A validated JPEG or PNG without metadata.
///
/// The whole structure of the file is parsed; its name, declared type and first bytes prove nothing. The coded picture is
/// copied unchanged, and of everything else only what a decoder needs to show it correctly: colour space and orientation.
public struct CleanImage: Sendable, Hashable {
    /// The largest file, in bytes, before and after cleaning.
    public static let byteLimit = 10_000_000
    /// The largest width and height, in pixels.
    public static let sideLimit = 65_500

    /// The format, detected from the content.
    public let kind: ImageKind
    /// The file without metadata.
    public let bytes: [UInt8]

    /// Validates an image file and strips its metadata.
    ///
    /// - Parameter source: The file as received.
    /// - Throws: ``VitalRecordsError`` for the field `image`: `limitExceeded`; `unsupportedImage` for another format, which
    ///   the message names; `invalidImage` for a truncated or malformed file.
    public init(cleaning source: [UInt8]) throws(VitalRecordsError) {
        guard source.count <= Self.byteLimit else { throw .image(.limitExceeded, message: Self.tooLarge(source.count)) }
        var reader = ImageByteReader(source)
        switch ImageSignature.of(source) {
        case .known(.jpeg): (kind, bytes) = (.jpeg, try JPEGCleaner.clean(&reader))
        case .known(.png): (kind, bytes) = (.png, try PNGCleaner.clean(&reader))
        case .other(let name):
            throw .image(.unsupportedImage, message: "this is \(name); send the image as JPEG or PNG")
        case .none:
            throw .image(.unsupportedImage, message: "this is not a supported image; send JPEG or PNG")
        }
    }

    /// The SHA-256 of ``bytes`` as 64 lower-case hex digits.
    public var sha256: String { Self.sha256(of: bytes) }

    /// Hashes a file with SHA-256; returns 64 lower-case hex digits.
    public static func sha256(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = SHA256.hash(data: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }
        return String(decoding: text, as: UTF8.self)
    }

    private static func tooLarge(_ count: Int) -> String {
        "the image has \(count) bytes, but \(byteLimit) are allowed: make it smaller"
    }
}

extension VitalRecordsError.Code {
    /// The file is truncated or malformed.
    public static let invalidImage = Self(rawValue: "invalidImage")
    /// The file has a format that is not accepted.
    public static let unsupportedImage = Self(rawValue: "unsupportedImage")
}

extension VitalRecordsError {
    /// An error for the field `image`.
    static func image(_ code: Code, message: String) -> VitalRecordsError {
        VitalRecordsError(code: code, field: "image", message: message)
    }
}
