package import DisplayReading
package import Leptonica
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

/// What a reflection hides of a display, in pixels of the upright picture as it came.
package struct GlareReport: Sendable, Hashable {
    /// What was found, to be asked for the share of any box.
    package let found: Glare
    /// The greatest share that is covered of a value's row, or of a place beside it where a digit may be hidden, 0…1.
    package let rowShare: Double

    /// No glare.
    package static let none = GlareReport(found: .none, rowShare: 0)

    /// The share of the display that it covers, 0…1.
    package var area: Double { found.area }
    /// How far the covered part is above the display's background, 0…1.
    package var strength: Double { found.strength }
    /// The smallest upright box round all of it; nil where there is none.
    package var box: PixelRect? { found.box }
}

/// Why a picture gives no measurements, in one form for all that can be wrong.
package struct PictureRefusal: Sendable, Hashable {
    /// A stable word: a reason of ``Refusal``, a code of `ImageError`, or `boxOutside`.
    package let reason: String
    /// The text that was seen, rows joined by line feeds; empty where none was.
    package let text: String
    /// What is wrong, and the way out; empty where the reason says it all.
    package let message: String

    /// Makes a refusal.
    package init(reason: String, text: String = "", message: String = "") {
        self.reason = reason
        self.text = text
        self.message = message
    }

    /// A refusal of the reading.
    package init(_ refusal: Refusal) {
        self.init(reason: refusal.reason.rawValue, text: refusal.text)
    }

    /// A file that is no picture.
    package init(_ error: ImageError) {
        self.init(reason: error.code.rawValue, message: error.message)
    }
}

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
