package import Pixels

/// What one frame of a camera gave: either rows with guesses, or no reading at all.
package struct FrameObservation: Sendable, Hashable {
    /// The frame's number, rising.
    package let number: Int
    /// When the frame was taken, from any fixed start.
    package let time: Duration
    /// The rows from top to bottom, at most ``maximumRows``; empty when the frame refuses.
    package let rows: [RowGuess]
    /// The calibrated probability that all rows are read right, 0…1; 0 when the frame refuses.
    package let confidence: Double
    /// Whether the frame alone could be taken without a person's look.
    package let isAccepted: Bool
    /// The glare on the display.
    package let glare: Glare
    /// The display's box in the frame; nil where none was found.
    package let box: PixelRect?
    /// How the display looked, to tell a new view from the same one again; nil where there is none.
    package let signature: FrameSignature?
    /// Whether the display was seen to show something that is no reading: off, an error, the clock, the memory.
    package let showsOther: Bool

    /// The most rows that are kept of one frame.
    package static let maximumRows = 8

    /// Makes an observation; rows past ``maximumRows`` and rows without cells are left out.
    package init(
        number: Int,
        time: Duration,
        rows: [RowGuess],
        confidence: Double,
        isAccepted: Bool = false,
        glare: Glare = .none,
        box: PixelRect? = nil,
        signature: FrameSignature? = nil,
        showsOther: Bool = false
    ) {
        self.number = number
        self.time = time
        self.rows = Array(rows.filter { !$0.cells.isEmpty }.prefix(Self.maximumRows))
        self.confidence = confidence.isFinite && !self.rows.isEmpty ? min(max(confidence, 0), 1) : 0
        self.isAccepted = isAccepted && !self.rows.isEmpty
        self.glare = glare
        self.box = box
        self.signature = signature
        self.showsOther = showsOther
    }

    /// The share of the worst row that glare covers, 0…1.
    package var coveredRow: Double { rows.reduce(0) { max($0, $1.glare) } }

    /// Whether the frame gives no reading.
    package var isRefused: Bool { rows.isEmpty }
}

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
