@_exported public import CodedErrors
package import HEIF

/// An error in reading or writing an image.
package typealias ImageError = CodedError<ImageErrorCode>

/// The kind of an ``ImageError``.
package enum ImageErrorCode: String, ErrorCode {
    /// The file cannot be opened or read.
    case unreadable
    /// The bytes are not an image in a supported format.
    case unknownFormat
    /// The file, or the image in it, exceeds a limit.
    case tooLarge
    /// The file ends before the image does.
    case truncated
    /// The bytes are malformed.
    case damaged
    /// The image has unsupported colours or an unsupported compression.
    case unsupported
    /// The file has several pictures or pages.
    case severalPictures
    /// The image cannot be written: it has no pixels, or memory is short.
    case unwritable
}

extension CodedError where Code == ImageErrorCode {
    /// Converts libheif's failure to a message with advice.
    package init(_ failure: HEIFFailure, name: String) {
        switch failure {
        case .damaged: self.init(.damaged, message: "\(name) is a damaged HEIC or AVIF; copy it again")
        case .tooLarge:
            self.init(.tooLarge, message: "\(name) needs too much memory; make it smaller first")
        case .unsupported(let feature):
            self.init(.unsupported, message: "\(name) has \(feature); save it as a normal JPEG or PNG")
        case .noDecoder(let compression):
            let package = compression == .hevc ? "libheif-plugin-libde265" : "libheif-plugin-dav1d"
            self.init(
                .unsupported,
                message: "\(name) is compressed with \(compression.rawValue), which libheif here has no decoder for: "
                    + "install Debian's libheif1, from Debian 13 on also \(package)"
            )
        }
    }
}
