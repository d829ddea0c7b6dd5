package import Pixels

extension ColorImage {
    /// The image with a lamp's reflection: a white spot with a soft edge.
    package func withSpot(at center: Point, radius: Double) -> ColorImage {
        var pixels = self.pixels
        for place in 0..<width * height {
            let (x, y) = (Double(place % width) - center.x, Double(place / width) - center.y)
            let share = min(max(1.6 - 1.4 * (x * x + y * y).squareRoot() / radius, 0), 1)
            for channel in 3 * place..<3 * place + 3 {
                pixels[channel] += UInt8(Double(255 - pixels[channel]) * share)
            }
        }
        return ColorImage(width: width, height: height, pixels: pixels) ?? self
    }
}
