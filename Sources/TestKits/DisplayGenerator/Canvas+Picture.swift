internal import Pixels

extension Canvas {
    /// The picture in bytes, after the loss of a JPEG file where quality is above 0.
    func bytes(quality: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: levels.count)
        for index in levels.indices { result[index] = UInt8(min(max(levels[index] * 255 + 0.5, 0), 255)) }
        if quality > 0 { JPEGLoss(quality: quality).apply(to: &result, width: width, height: height) }
        return result
    }

    /// The picture in the tints of its things.
    func colored(_ gray: GrayImage) -> ColorImage {
        var result = [UInt8](repeating: 0, count: levels.count * 3)
        guard gray.pixels.count == levels.count else { return ColorImage(gray) }
        for (index, level) in gray.pixels.enumerated() {
            let color = Tint.scaled[Int(tints[index]) % Tint.scaled.count]
            let level = Float(level)
            result[3 * index] = UInt8(min(level * color.0 + 0.5, 255))
            result[3 * index + 1] = UInt8(min(level * color.1 + 0.5, 255))
            result[3 * index + 2] = UInt8(min(level * color.2 + 0.5, 255))
        }
        return ColorImage(width: width, height: height, pixels: result) ?? ColorImage(gray)
    }
}
