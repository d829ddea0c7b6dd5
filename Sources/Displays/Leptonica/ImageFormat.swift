/// A supported image format.
package enum ImageFormat: String, CaseIterable, Hashable, Sendable {
    /// JPEG, as cameras write it.
    case jpeg
    /// PNG.
    case png
    /// TIFF with one page.
    case tiff
    /// WebP.
    case webP = "webp"
    /// Windows bitmap.
    case bmp
    /// PBM, PGM and PPM.
    case pnm
    /// GIF with one picture.
    case gif

    /// Detects a format from a file's first bytes; nil for any other.
    package init?(_ bytes: [UInt8]) {
        func begins(_ start: [UInt8], at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: start) }
        if begins([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if begins(Array("II*\0".utf8)) || begins(Array("MM\0*".utf8)) {
            self = .tiff
        } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
            self = .webP
        } else if begins(Array("BM".utf8)) {
            self = .bmp
        } else if begins(Array("GIF8".utf8)) {
            self = .gif
        } else if bytes.count > 2, bytes[0] == 0x50, (0x31...0x36).contains(bytes[1]) {
            self = .pnm
        } else {
            return nil
        }
    }
}
