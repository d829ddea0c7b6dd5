package import DisplayReading
package import Pixels

/// What was recognised in a picture; places are in pixels of the upright picture as it came.
package struct RecognisedPicture: Sendable {
    /// The measurements in the order of the layout's fields; empty exactly where there is a refusal.
    package let measurements: [DisplayMeasurement]
    /// The rows as they were read, joined by line feeds.
    package let text: String
    /// The probability that all measurements are right, 0…1.
    package let confidence: Double
    /// True where nothing but their confidence stands against taking them without a person's look.
    package let isAcceptable: Bool
    /// True where they can be taken so.
    package var isAccepted: Bool { isAcceptable && Calibration.current.suffices(confidence) }
    /// What speaks for and against the reading; of nothing where there is none.
    package let evidence: Evidence
    /// What a reflection hides.
    package let glare: GlareReport
    /// Why there are no measurements, or nil.
    package let refusal: PictureRefusal?
    /// All rows that were found, from top to bottom.
    package let rows: [FoundRow]
    /// The display's area, or nil where nothing was found.
    package let display: OrientedBox?

    /// A picture in which nothing was recognised.
    package init(refused refusal: PictureRefusal, glare: GlareReport = .none) {
        self.init(DisplayParts(), evidence: Evidence(), glare: glare, isAcceptable: false, refusal: refusal)
    }

    init(
        _ parts: DisplayParts,
        evidence: Evidence,
        glare: GlareReport,
        isAcceptable: Bool,
        refusal: PictureRefusal?
    ) {
        self.evidence = evidence
        measurements = refusal == nil ? parts.measurements : []
        text = parts.text
        confidence = refusal == nil ? parts.confidence : 0
        self.isAcceptable = isAcceptable && refusal == nil
        self.glare = glare
        self.refusal = refusal
        rows = parts.rows
        display = parts.display
    }
}

extension RecognisedPicture {
    /// The opened picture with what was found drawn on it: the display white, values green, rows that are no values
    /// yellow, glare magenta, each row with its text and how sure it is.
    package func drawing(on picture: OpenedPicture) -> ColorImage {
        var canvas = PixelCanvas(picture.color)
        let scale = 1 / Double(picture.scale)
        let size = max(1, max(picture.color.width, picture.color.height) / 400)
        if let display {
            canvas.outline(display.scaled(by: scale), thickness: size, (255, 255, 255))
        }
        if let glare = glare.box {
            canvas.outline(OrientedBox(glare).scaled(by: scale), thickness: size, (255, 0, 255))
        }
        for row in rows {
            let isValue = refusal == nil && row.field != nil
            let color: PixelCanvas.Color = isValue ? (0, 255, 0) : (255, 220, 0)
            let box = row.box.scaled(by: scale)
            canvas.outline(box, thickness: size, color)
            let bounds = box.bounds
            let words = [row.field, row.text, "\(Int(row.probability * 100))%"].compactMap(\.self).joined(
                separator: " "
            )
            let (left, top) = (max(2 * size, bounds.x + 2 * size), max(2 * size, bounds.y - 9 * size))
            canvas.write(words, x: left, y: top, size: size, color)
        }
        let verdict = refusal.map { "REFUSED: \($0.reason)" } ?? "\(isAccepted ? "ACCEPTED" : "CHECK") \(percent)%"
        canvas.write(verdict, x: 2 * size, y: 2 * size, size: size, isAccepted ? (0, 255, 0) : (255, 220, 0))
        return canvas.image ?? picture.color
    }

    private var percent: Int { Int((confidence * 100).rounded(.down)) }
}
