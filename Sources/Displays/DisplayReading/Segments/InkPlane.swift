import Pixels

/// The ink of each pixel in a row's crop, 0…1, straightened: light on dark as well as dark on light.
struct InkPlane {
    let width: Int
    let height: Int
    private(set) var ink: [Float]

    /// Extracts the ink of a crop; nil if light and dark are not separated.
    init?(_ crop: GrayImage) {
        (width, height) = (crop.width, crop.height)
        let pixels = crop.pixels
        let sorted = pixels.sorted()
        guard width > 8, height > 8, let low = sorted[at: 0.04], let high = sorted[at: 0.96],
            let middle = sorted[at: 0.5],
            Int(high) - Int(low) > 12
        else { return nil }
        // Most of a crop is background, so what is farther from its median is ink.
        let isDark = Int(middle) - Int(low) > Int(high) - Int(middle)
        let full = Float(isDark ? low : high)
        let start = Float(middle) + 0.25 * (full - Float(middle))
        ink = pixels.map { min(max((Float($0) - start) / (full - start), 0), 1) }
        straighten()
    }

    /// Shifts the lines by the slant that makes the columns differ most, so that strokes are upright.
    private mutating func straighten() {
        var best = (slant: Float(0), spread: Float(-1))
        for step in -1...6 {
            let slant = Float(step) * 0.05
            let columns = columnSums(slant: slant)
            let spread = columns.reduce(0) { $0 + $1 * $1 }
            if spread > best.spread * 1.02 { best = (slant, spread) }
        }
        guard best.slant != 0 else { return }
        var straight = [Float](repeating: 0, count: ink.count)
        for row in 0..<height {
            let shift = Self.shift(row, height: height, slant: best.slant)
            for column in 0..<width where (0..<width).contains(column + shift) {
                straight[row * width + column] = ink[row * width + column + shift]
            }
        }
        ink = straight
    }

    private func columnSums(slant: Float) -> [Float] {
        var sums = [Float](repeating: 0, count: width)
        for row in stride(from: 4, to: height - 4, by: 2) {
            let shift = Self.shift(row, height: height, slant: slant)
            for column in max(0, -shift)..<max(max(0, -shift), min(width, width - shift)) {
                sums[column] += ink[row * width + column + shift]
            }
        }
        return sums
    }

    /// The shift of a line for a slant: upper lines to the right.
    private static func shift(_ row: Int, height: Int, slant: Float) -> Int {
        Int((slant * Float(height / 2 - row)).rounded())
    }

    /// The mean ink of a part of a line.
    func mean(row: Int, columns: Range<Int>) -> Float {
        let columns = columns.clamped(to: 0..<width)
        guard (0..<height).contains(row), !columns.isEmpty else { return 0 }
        var sum: Float = 0
        for column in columns { sum += ink[row * width + column] }
        return sum / Float(columns.count)
    }

    /// The most ink of a pixel in a part of a line.
    func most(row: Int, columns: Range<Int>) -> Float {
        let columns = columns.clamped(to: 0..<width)
        guard (0..<height).contains(row) else { return 0 }
        return columns.reduce(0) { max($0, ink[row * width + $1]) }
    }

    /// The mean ink of a part of a column.
    func mean(column: Int, rows: Range<Int>) -> Float {
        let rows = rows.clamped(to: 0..<height)
        guard (0..<width).contains(column), !rows.isEmpty else { return 0 }
        var sum: Float = 0
        for row in rows { sum += ink[row * width + column] }
        return sum / Float(rows.count)
    }
}

extension [UInt8] {
    /// The element at a fraction of the way, 0…1.
    fileprivate subscript(at share: Double) -> UInt8? {
        isEmpty ? nil : self[Swift.min(Int(Double(count) * share), count - 1)]
    }
}
