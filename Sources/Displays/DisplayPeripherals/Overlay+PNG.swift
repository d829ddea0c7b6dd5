internal import Pixels

extension Overlay {
    /// The overlay as a PNG file with transparency for a preview of a size in pixels, at most ``longestSide`` each.
    ///
    /// White lines, and what is outside of the frame dimmed. Nil where a side is no size of a preview.
    package func png(width: Int, height: Int) -> [UInt8]? {
        let frame = frame(width: width, height: height)
        guard frame.width > 0 else { return nil }
        var levels = [UInt8](repeating: TransparentPNG.dim, count: width * height)
        for row in frame.y..<frame.y + frame.height {
            for column in frame.x..<frame.x + frame.width { levels[row * width + column] = 0 }
        }
        for bar in bars(frame) { Self.draw(bar, on: &levels, width: width, height: height) }
        return TransparentPNG.bytes(width: width, height: height, levels: levels)
    }

    private static func draw(_ bar: OverlayBar, on levels: inout [UInt8], width: Int, height: Int) {
        let (left, right) = (max(bar.x, 0), min(bar.x + bar.width, Double(width)))
        let (top, bottom) = (max(bar.y, 0), min(bar.y + bar.height, Double(height)))
        guard left < right, top < bottom else { return }
        for row in Int(top)..<min(height, Int(bottom.rounded(.up))) {
            let tall = min(bottom, Double(row + 1)) - max(top, Double(row))
            for column in Int(left)..<min(width, Int(right.rounded(.up))) {
                let wide = min(right, Double(column + 1)) - max(left, Double(column))
                let level = UInt8((tall * wide * bar.opacity * Double(TransparentPNG.white)).rounded())
                let place = row * width + column
                if levels[place] != TransparentPNG.dim, levels[place] < level { levels[place] = level }
            }
        }
    }
}
