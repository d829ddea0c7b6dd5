import Pixels
import SeededRandom

/// A plain display with digits made of bars, on which light is painted.
struct DrawnLight {
    var pixels: [UInt8]
    let width: Int
    let height: Int

    /// - Parameter digits: The digits' height and stroke width in pixels; nil for thin ones of a third of the display's
    /// height.
    init(
        width: Int = 320,
        height: Int = 240,
        background: UInt8 = 150,
        ink: UInt8 = 40,
        noise: Int = 0,
        digits: (height: Int, pen: Int)? = nil
    ) {
        (self.width, self.height) = (width, height)
        pixels = [UInt8](repeating: background, count: 3 * width * height)
        let (high, pen) = digits ?? (height / 3, max(height / 30, 1))
        for digit in 0..<3 {
            let (x, y) = (width / 8 + digit * width / 4, digits.map { (height - $0.height - $0.pen) / 2 } ?? height / 3)
            for (left, top, wide, tall) in [
                (0, 0, width / 6, pen), (0, high / 2, width / 6, pen), (0, high, width / 6, pen), (0, 0, pen, high),
                (width / 6, 0, pen, high + pen),
            ] {
                fill(PixelRect(x: x + left, y: y + top, width: wide, height: tall), ink)
            }
        }
        guard noise > 0 else { return }
        var random = SplitMix64(seed: 1)
        for index in pixels.indices {
            pixels[index] = UInt8(clamping: Int(pixels[index]) + Int.random(in: -noise...noise, using: &random))
        }
    }

    var color: ColorImage {
        ColorImage(width: width, height: height, pixels: pixels)
            ?? ColorImage(GrayImage(width: 0, height: 0, filledWith: 0))
    }

    mutating func fill(_ box: PixelRect, _ gray: UInt8) {
        for y in max(box.y, 0)..<min(box.y + box.height, height) {
            for x in max(box.x, 0)..<min(box.x + box.width, width) {
                for channel in 0..<3 { pixels[3 * (y * width + x) + channel] = gray }
            }
        }
    }

    /// Paints a round reflection with a fading edge, in a colour given as shares of red, green and blue.
    mutating func shine(x: Int, y: Int, radius: Int, color: [Double] = [1, 1, 1]) {
        for row in max(y - radius, 0)..<min(y + radius, height) {
            for column in max(x - radius, 0)..<min(x + radius, width) {
                let far = Double((row - y) * (row - y) + (column - x) * (column - x)).squareRoot() / Double(radius)
                guard far < 1 else { continue }
                for channel in 0..<3 {
                    let place = 3 * (row * width + column) + channel
                    let light = Double(pixels[place]) + 2.5 * (1 - far) * 255 * color[channel]
                    pixels[place] = UInt8(min(light, 255))
                }
            }
        }
    }

    /// Replaces every pixel by the mean of the square around it.
    mutating func blur(_ radius: Int) {
        let gray = color.gray
        var result = pixels
        for y in 0..<height {
            for x in 0..<width {
                var sum = 0
                for row in -radius...radius { for column in -radius...radius { sum += Int(gray[x + column, y + row]) } }
                let mean = UInt8(sum / ((2 * radius + 1) * (2 * radius + 1)))
                for channel in 0..<3 { result[3 * (y * width + x) + channel] = mean }
            }
        }
        pixels = result
    }
}
