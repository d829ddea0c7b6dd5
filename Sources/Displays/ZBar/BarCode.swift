package import Pixels

/// A bar code that was found in an image.
package struct BarCode: Hashable, Sendable {
    /// A kind of bar code.
    package enum Symbology: String, CaseIterable, Hashable, Sendable {
        /// EAN-8.
        case ean8 = "ean-8"
        /// EAN-13; a UPC-A code is one that begins with 0.
        case ean13 = "ean-13"
        /// UPC-E.
        case upce = "upc-e"
        /// Interleaved 2 of 5.
        case interleaved = "interleaved-2-of-5"
        /// GS1 DataBar.
        case dataBar = "databar"
        /// GS1 DataBar Expanded.
        case dataBarExpanded = "databar-expanded"
        /// Codabar.
        case codabar
        /// Code 39.
        case code39 = "code-39"
        /// Code 93.
        case code93 = "code-93"
        /// Code 128.
        case code128 = "code-128"
        /// QR code.
        case qr
    }

    /// What kind it is.
    package let symbology: Symbology
    /// What it holds.
    package let bytes: [UInt8]
    /// Its corners in pixels of the image: of a QR code as it is read (upper left, upper right, lower right, lower left),
    /// of others the upright rectangle around the places where bars were seen.
    package let corners: [Point]

    /// What it holds as text; nil where that is no UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }
}

/// Finds bar codes in images.
package enum BarCodes {
    /// No more are told of one image.
    package static let mostCodes = 32
    /// The longest side of an image that is searched, in pixels.
    package static let longestSide = 8_192
    /// Images up to this side are looked at in double size as well.
    private static let longestDoubled = 2_048

    /// Finds the bar codes in an image.
    ///
    /// Where there seem to be none, it looks for light bars on dark ground, and for small bars in double size.
    ///
    /// - Returns: At most ``mostCodes``, in the order in which they are found; none in an image without pixels or with a
    ///   side above ``longestSide``.
    package static func find(in image: GrayImage) -> [BarCode] {
        guard (1...longestSide).contains(image.width), (1...longestSide).contains(image.height) else { return [] }
        var found = search(image)
        if found.isEmpty { found = search(inverted(image)) }
        guard found.isEmpty, max(image.width, image.height) <= longestDoubled else { return found }
        let doubled = image.resized(width: 2 * image.width, height: 2 * image.height)
        return search(doubled).map { code in
            let corners = code.corners.map { Point(x: $0.x / 2, y: $0.y / 2) }
            return BarCode(symbology: code.symbology, bytes: code.bytes, corners: corners)
        }
    }

    private static func search(_ image: GrayImage) -> [BarCode] { CodeScanner()?.scan(image) ?? [] }

    private static func inverted(_ image: GrayImage) -> GrayImage {
        GrayImage(width: image.width, height: image.height, pixels: image.pixels.map { 255 - $0 }) ?? image
    }
}
