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
