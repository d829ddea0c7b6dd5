package import Pixels
package import VitalRecords

/// The result of one camera frame: rows with guesses, or no reading.
package struct FrameObservation: Sendable, Hashable {
    /// The frame's number, increasing.
    package let number: Int
    /// The time of the frame, from any fixed start.
    package let time: Duration
    /// The rows from top to bottom, at most ``maximumRows``; empty for a refusal.
    package let rows: [RowGuess]
    /// The calibrated probability that all rows are correct, 0…1; 0 for a refusal.
    package let confidence: Double
    /// The doubts about the frame alone; empty if it would be accepted without confirmation.
    package let doubts: [ReadingDoubt]
    /// The glare on the display.
    package let glare: DisplayGlare
    /// The display's box in the frame; nil if none was found.
    package let box: PixelRect?
    /// The look of the display, to distinguish a new view from a repetition; nil without a display.
    package let signature: FrameSignature?
    /// Whether the display showed something other than a reading: off, an error, the clock, the memory.
    package let showsOther: Bool

    /// The limit of rows kept for one frame.
    package static let maximumRows = 8

    /// Creates an observation; rows beyond ``maximumRows`` and rows without cells are dropped.
    package init(
        number: Int,
        time: Duration,
        rows: [RowGuess],
        confidence: Double,
        doubts: [ReadingDoubt] = [.unsure],
        glare: DisplayGlare = .none,
        box: PixelRect? = nil,
        signature: FrameSignature? = nil,
        showsOther: Bool = false
    ) {
        self.number = number
        self.time = time
        self.rows = Array(rows.filter { !$0.cells.isEmpty }.prefix(Self.maximumRows))
        self.confidence = confidence.isFinite && !self.rows.isEmpty ? min(max(confidence, 0), 1) : 0
        self.doubts = doubts.isEmpty && self.rows.isEmpty ? [.unsure] : doubts
        self.glare = glare
        self.box = box
        self.signature = signature
        self.showsOther = showsOther
    }

    /// The covered share of the worst row, 0…1.
    package var coveredRow: Double { rows.reduce(0) { max($0, $1.glare) } }

    /// Whether the frame has no reading.
    package var isRefused: Bool { rows.isEmpty }
}

/// A few brightness values of the display in one frame, to measure how much the next frame differs.
///
/// Frames of a still camera have the same errors, so many of them are worth hardly more than one.
package struct FrameSignature: Sendable, Hashable {
    /// The brightness on a grid, normalised by mean and contrast, in units of 1/32 standard deviation.
    let values: [Int8]

    /// The number of columns.
    static let columns = 24
    /// The number of rows.
    static let rows = 16

    /// Samples the display's part of a frame.
    package init(_ display: GrayImage) {
        let small = display.resized(width: Self.columns, height: Self.rows)
        let (mean, deviation) = (small.mean, small.deviation + 4)
        values = small.pixels.map { Int8(clamping: Int(((Double($0) - mean) / deviation * 32).rounded())) }
    }

    /// The difference between two views: 0 for the same one, 1 for nothing in common.
    package func difference(from other: FrameSignature) -> Double {
        guard values.count == other.values.count, !values.isEmpty else { return 1 }
        let sum = zip(values, other.values).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return min(1, Double(sum) / Double(values.count) / 36)
    }
}
