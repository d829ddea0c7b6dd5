package import DisplayReading
package import Leptonica
package import Pixels
package import VitalRecords

/// The recognition result of a picture; positions are in pixels of the original upright picture.
package struct RecognisedPicture: Sendable {
    /// The measurements in the order of the layout's fields; empty if and only if there is a refusal.
    package let measurements: [DisplayMeasurement]
    /// The rows as read, separated by line feeds.
    package let text: String
    /// The probability that all measurements are correct, 0…1.
    package let confidence: Double
    /// The doubts; never empty without measurements.
    package let doubts: Doubts
    /// The reasons for a person's check; empty if and only if the reading is accepted.
    package var reasons: [ReadingDoubt] { doubts.words }
    /// True if the reading is accepted without confirmation.
    package var isAccepted: Bool { reasons.isEmpty }
    /// True if only a low confidence would prevent acceptance without confirmation.
    package var isAcceptable: Bool { refusal == nil && doubts.standing.isEmpty }
    /// The evidence for the reading; empty without one.
    package let evidence: Evidence
    /// The glare on the display.
    package let glare: GlareReport
    /// The reason for missing measurements; nil if there are any.
    package let refusal: PictureRefusal?
    /// All rows found, from top to bottom.
    package let rows: [FoundRow]
    /// The display's area; nil if nothing was found.
    package let display: OrientedBox?

    /// Creates a result without a reading.
    package init(refused refusal: PictureRefusal, glare: GlareReport = .none) {
        let doubts = Doubts([], confidence: 0)
        self.init(DisplayParts(), evidence: Evidence(), glare: glare, doubts: doubts, refusal: refusal)
    }

    init(
        _ parts: DisplayParts,
        evidence: Evidence,
        glare: GlareReport,
        doubts: Doubts,
        refusal: PictureRefusal?
    ) {
        self.evidence = evidence
        measurements = refusal == nil ? parts.measurements : []
        text = parts.text
        confidence = refusal == nil ? parts.confidence : 0
        self.doubts = refusal == nil ? doubts : Doubts([], confidence: 0)
        self.glare = glare
        self.refusal = refusal
        rows = parts.rows
        display = parts.display
    }
}

extension RecognisedPicture {
    /// The opened picture with the result drawn on it: the display white, values green, other rows yellow, glare
    /// magenta, each row with its text and probability.
    package func drawing(on picture: OpenedPicture) -> ColorImage {
        var canvas = PixelCanvas(picture.color)
        let scale = 1 / Double(picture.scale)
        let size = max(1, max(picture.color.width, picture.color.height) / 400)
        if let display {
            canvas.outline(display.scaled(by: scale), thickness: size, color: (255, 255, 255))
        }
        if let glare = glare.box {
            canvas.outline(OrientedBox(glare).scaled(by: scale), thickness: size, color: (255, 0, 255))
        }
        for row in rows {
            let isValue = refusal == nil && row.field != nil
            let color: PixelCanvas.Color = isValue ? (0, 255, 0) : (255, 220, 0)
            let box = row.box.scaled(by: scale)
            canvas.outline(box, thickness: size, color: color)
            let bounds = box.bounds
            let words = [row.field, row.text, "\(Int(row.probability * 100))%"].compactMap(\.self).joined(
                separator: " "
            )
            let (left, top) = (max(2 * size, bounds.x + 2 * size), max(2 * size, bounds.y - 9 * size))
            canvas.write(words, x: left, y: top, size: size, color: color)
        }
        let verdict = refusal.map { "REFUSED: \($0.reason)" } ?? "\(isAccepted ? "ACCEPTED" : "CHECK") \(percent)%"
        canvas.write(verdict, x: 2 * size, y: 2 * size, size: size, color: isAccepted ? (0, 255, 0) : (255, 220, 0))
        return canvas.image ?? picture.color
    }

    private var percent: Int { Int((confidence * 100).rounded(.down)) }
}

/// The glare on a display, in pixels of the original upright picture.
package struct GlareReport: Sendable, Hashable {
    /// The glare itself, to query the share of any box.
    package let found: DisplayGlare
    /// The largest covered share of a value's row, or of a place next to it that may hide a digit, 0…1.
    package let rowShare: Double

    /// No glare.
    package static let none = GlareReport(found: .none, rowShare: 0)

    /// The covered share of the display, 0…1.
    package var area: Double { found.area }
    /// The brightness of the covered part above the display's background, 0…1.
    package var strength: Double { found.strength }
    /// The smallest upright box around all glare; nil without glare.
    package var box: PixelRect? { found.box }
}

/// The reason why a picture gives no measurements, in one form for every cause.
package struct PictureRefusal: Sendable, Hashable {
    /// The stable reason: one of ``Refusal``, a code of `ImageError`, or `boxOutside`.
    package let reason: String
    /// The text seen, rows separated by line feeds; empty if there was none.
    package let text: String
    /// The problem, and what to do about it; empty if the reason suffices.
    package let message: String

    /// Creates a refusal.
    package init(reason: String, text: String = "", message: String = "") {
        self.reason = reason
        self.text = text
        self.message = message
    }

    /// Converts a reader's refusal.
    package init(_ refusal: Refusal) {
        self.init(reason: refusal.reason.rawValue, text: refusal.text)
    }

    /// Converts an image error.
    package init(_ error: ImageError) {
        self.init(reason: error.code.rawValue, message: error.message)
    }
}

/// The parts of an outcome, positioned in the original picture.
struct DisplayParts {
    var measurements: [DisplayMeasurement] = []
    var text = ""
    var confidence = 0.0
    var rows: [FoundRow] = []
    var display: OrientedBox?

    /// No parts.
    init() {}

    /// Converts an outcome for a part of a picture.
    ///
    /// - Parameters:
    ///   - origin: The part's upper left corner in the opened picture.
    ///   - scale: The original picture's pixels per pixel of the opened one.
    init(_ outcome: DisplayOutcome, origin: PixelRect, scale: Double) {
        let placed = outcome.placed { $0.moved(byX: Double(origin.x), y: Double(origin.y)).scaled(by: scale) }
        measurements = placed.measurements
        text = placed.text
        confidence = placed.confidence
        rows = placed.rows
        display = placed.display
    }
}
