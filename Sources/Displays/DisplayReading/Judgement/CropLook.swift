import Pixels

/// How a row's crop looks, apart from what it says.
enum CropLook {
    /// How steep edges are, 0…1: the largest steps from pixel to pixel against the span from dark to light.
    static func sharpness(_ crop: GrayImage) -> Double {
        let pixels = crop.pixels
        var steps = [Int](repeating: 0, count: 256)
        for row in stride(from: 4, to: crop.height - 4, by: 2) {
            let start = row * crop.width
            for column in 1..<max(crop.width, 1) {
                steps[abs(Int(pixels[start + column]) - Int(pixels[start + column - 1]))] += 1
            }
        }
        let span = 4 * crop.deviation + 8
        return min(Double(quantile(steps, 0.95)) / span * 2, 1)
    }

    /// How far dark and light stand apart, 0…1.
    static func contrast(_ crop: GrayImage) -> Double { min(crop.deviation / 64, 1) }

    private static func quantile(_ counts: [Int], _ share: Double) -> Int {
        let wanted = Double(counts.reduce(0, +)) * share
        var sum = 0
        for (value, count) in counts.enumerated() {
            sum += count
            if Double(sum) >= wanted { return value }
        }
        return counts.count - 1
    }
}
