package import Pixels

/// A bar code found in an image.
package struct BarCode: Hashable, Sendable {
    /// A kind of bar code.
    package enum Symbology: String, CaseIterable, Hashable, Sendable {
        /// EAN-8.
        case ean8 = "ean-8"
        /// EAN-13; a UPC-A code is an EAN-13 that begins with 0.
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

    /// The symbology.
    package let symbology: Symbology
    /// The content.
    package let bytes: [UInt8]
    /// The corners in pixels of the image: of a QR code in reading order (upper left, upper right, lower right, lower
    /// left), of others the upright rectangle around the detected bars.
    package let corners: [Point]

    /// The content as text; nil if it is not UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }
}

/// A search for bar codes in images.
package enum BarCodes {
    /// The limit of codes returned for one image.
    package static let mostCodes = 32
    /// The limit of a searched image's longer side, in pixels.
    package static let longestSide = 8_192
    /// The limit of the longer side up to which an image is also searched at double size, in pixels.
    private static let longestDoubled = 2_048

    /// Finds the bar codes in an image.
    ///
    /// If there are none, it searches for light bars on a dark background, and for small bars at double size.
    ///
    /// - Returns: At most ``mostCodes``, in the order of detection; none in an image without pixels or with a side
    ///   above ``longestSide``.
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
