package import Pixels

/// A few brightness values of the display in one frame, to tell how much the next frame differs from it.
///
/// Frames of a camera that stands still err alike, so that many of them say hardly more than one.
package struct FrameSignature: Sendable, Hashable {
    /// Brightness on a grid, freed of mean and contrast, in units of 1/32 standard deviation.
    let values: [Int8]

    /// The grid's columns.
    static let columns = 24
    /// The grid's rows.
    static let rows = 16

    /// Looks at the display's part of a frame.
    package init(_ display: GrayImage) {
        let small = display.resized(width: Self.columns, height: Self.rows)
        let (mean, deviation) = (small.mean, small.deviation + 4)
        values = small.pixels.map { Int8(clamping: Int(((Double($0) - mean) / deviation * 32).rounded())) }
    }

    /// How much two views differ: 0 for the same one, 1 for two that have nothing in common.
    package func difference(from other: FrameSignature) -> Double {
        guard values.count == other.values.count, !values.isEmpty else { return 1 }
        let sum = zip(values, other.values).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return min(1, Double(sum) / Double(values.count) / 36)
    }
}
