internal import DisplayReading
internal import Pixels

/// The parts of an outcome with their places in the picture as it came.
struct DisplayParts {
    var measurements: [DisplayMeasurement] = []
    var text = ""
    var confidence = 0.0
    var rows: [FoundRow] = []
    var display: OrientedBox?

    /// Nothing.
    init() {}

    /// Takes an outcome of a part of a picture.
    ///
    /// - Parameters:
    ///   - origin: The part's upper left corner in the opened picture.
    ///   - scale: What makes places of the picture as it came from those of the opened one.
    init(_ outcome: DisplayOutcome, origin: PixelRect, scale: Double) {
        let placed = outcome.placed { $0.moved(byX: Double(origin.x), y: Double(origin.y)).scaled(by: scale) }
        measurements = placed.measurements
        text = placed.text
        confidence = placed.confidence
        rows = placed.rows
        display = placed.display
    }
}
