internal import Pixels
internal import VitalRecords
internal import ZBar

/// A code that was found.
struct ScannedCode: Encodable {
    /// Its kind: `qr`, `ean-13`, ….
    let kind: String
    /// What it holds; nil where that is no UTF-8.
    let text: String?
    /// How many bytes it holds.
    let bytes: Int
    /// Its corners, each x and y in pixels of the upright photo.
    let corners: [[Int]]

    init(_ code: BarCode, scale: Int) {
        kind = code.symbology.rawValue
        text = code.text
        bytes = code.bytes.count
        corners = code.corners.map { [Int(clamping: $0.x.rounded()) * scale, Int(clamping: $0.y.rounded()) * scale] }
    }
}
