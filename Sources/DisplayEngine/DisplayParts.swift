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
        func place(_ box: OrientedBox) -> OrientedBox {
            box.moved(byX: Double(origin.x), y: Double(origin.y)).scaled(by: scale)
        }
        measurements = outcome.measurements.map { known in
            DisplayMeasurement(
                key: known.key,
                value: known.value,
                text: known.text,
                unit: known.unit,
                box: place(known.box),
                characters: known.characters
            )
        }
        text = outcome.text
        confidence = outcome.confidence
        rows = outcome.rows.map { known in
            FoundRow(
                box: place(known.box),
                score: known.score,
                text: known.text,
                probability: known.probability,
                characters: known.characters,
                field: known.field
            )
        }
        display = outcome.display.map(place)
    }
}
