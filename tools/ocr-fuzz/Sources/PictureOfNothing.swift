internal import Pixels
internal import SeededRandom

/// Pictures without a number: one grey, noise, stripes, checks, slopes, blots, at sizes from 1 pixel on.
enum PictureOfNothing {
    /// Draws one.
    static func draw(_ random: inout SplitMix64) -> ColorImage {
        let sides = (0..<2).map { _ in side(&random) }
        let (width, height) = (sides[0], sides[1])
        let value = pattern(&random)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let gray = value(x, y, &random)
                pixels += [gray, gray, gray]
            }
        }
        return ColorImage(width: width, height: height, pixels: pixels)
            ?? ColorImage(GrayImage(width: 1, height: 1, filledWith: 0))
    }

    private static func side(_ random: inout SplitMix64) -> Int {
        switch UInt8.random(in: 0..<8, using: &random) {
        case 0: Int.random(in: 1...3, using: &random)
        case 1: Int.random(in: 4...31, using: &random)
        case 2: Int.random(in: 500...900, using: &random)
        default: Int.random(in: 32...300, using: &random)
        }
    }

    private static func pattern(_ random: inout SplitMix64) -> (Int, Int, inout SplitMix64) -> UInt8 {
        let (dark, light) = (UInt8.random(in: 0...255, using: &random), UInt8.random(in: 0...255, using: &random))
        let period = Int.random(in: 2...60, using: &random)
        switch UInt8.random(in: 0..<6, using: &random) {
        case 0: return { _, _, _ in dark }
        case 1: return { _, _, random in UInt8(truncatingIfNeeded: random.next()) }
        case 2: return { x, _, _ in x / period % 2 == 0 ? dark : light }
        case 3: return { x, y, _ in (x / period + y / period) % 2 == 0 ? dark : light }
        case 4: return { x, y, _ in UInt8(truncatingIfNeeded: (x + 2 * y) / (period / 8 + 1)) }
        default:
            // Noise of large grains.
            let grain = random.next()
            return { x, y, _ in
                var own = SplitMix64(seed: grain, stream: UInt64(x / period * 4_096 + y / period))
                return own.next() % 2 == 0 ? dark : light
            }
        }
    }
}
