import CQRencode

/// A QR code of a text in UTF-8: ISO/IEC 18004, model 2, byte mode, correction level M.
package struct QRCode: Sendable {
    /// Modules of a side.
    package let size: Int
    /// By row, then by column; true is dark.
    package let modules: [[Bool]]

    /// Creates the code; nil for an empty text and for one that no version holds (more than 2,331 bytes).
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        // Version 0 lets the library choose the smallest that fits.
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        let data = UnsafeBufferPointer(start: code.pointee.data, count: size * size)
        self.size = size
        // The lowest bit of a module is its colour, the others say what it is for.
        modules = (0..<size).map { row in (0..<size).map { data[row * size + $0] & 1 == 1 } }
    }

    /// The dark modules as an SVG path, with the quiet zone of 4 modules around them.
    package var path: String {
        var text = ""
        for (row, line) in modules.enumerated() {
            var column = 0
            while column < size {
                let length = line[column...].prefix { $0 }.count
                if length > 0 { text += "M\(column + 4) \(row + 4)h\(length)v1h-\(length)z" }
                column += max(length, 1)
            }
        }
        return text
    }
}
