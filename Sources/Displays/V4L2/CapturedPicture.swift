/// A picture as the camera delivered it.
package struct CapturedPicture: Sendable, Hashable {
    /// The format and size.
    package let mode: CaptureMode
    /// The number of bytes per line, for formats with lines.
    package let bytesPerLine: Int
    /// The bytes.
    package let bytes: [UInt8]

    /// Creates a picture.
    package init(mode: CaptureMode, bytesPerLine: Int, bytes: [UInt8]) {
        (self.mode, self.bytesPerLine, self.bytes) = (mode, bytesPerLine, bytes)
    }

    /// Converts YUYV to red, green and blue, row by row; nil for another format or too few bytes.
    ///
    /// Colours are ITU-R BT.601 with a luma of 16…235, as USB cameras deliver them.
    package var rgb: [UInt8]? {
        let (width, height) = (mode.width, mode.height)
        guard mode.format == .yuyv, (1...8192).contains(width), (1...8192).contains(height), width % 2 == 0
        else { return nil }
        let line = max(bytesPerLine, 2 * width)
        guard line <= bytes.count, bytes.count >= line * (height - 1) + 2 * width else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(3 * width * height)
        for row in 0..<height {
            for pair in 0..<width / 2 {
                let place = row * line + 4 * pair
                let (blue, red) = (Int(bytes[place + 1]) - 128, Int(bytes[place + 3]) - 128)
                for luma in (0...1).lazy.map({ bytes[place + 2 * $0] }) {
                    let light = 298 * (Int(luma) - 16) + 128
                    result.append(UInt8(clamping: (light + 409 * red) >> 8))
                    result.append(UInt8(clamping: (light - 100 * blue - 208 * red) >> 8))
                    result.append(UInt8(clamping: (light + 516 * blue) >> 8))
                }
            }
        }
        return result
    }
}
