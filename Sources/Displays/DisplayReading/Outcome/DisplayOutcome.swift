package import Pixels
package import VitalRecords

/// The outcome of a reading: measurements with a confidence, or a refusal, and the rows found.
package struct DisplayOutcome: Sendable, Equatable {
    /// The measurements in the order of the layout's fields; empty if and only if there is a refusal.
    package let measurements: [DisplayMeasurement]
    /// The text of the reading's rows, or of all rows seen, separated by line feeds.
    package let text: String
    /// The probability that all measurements are correct, 0…1; 0 without measurements.
    package let confidence: Double
    /// The doubts; never empty without measurements.
    package let doubts: Doubts
    /// The reasons for a person's check; empty if and only if the reading is accepted.
    package var reasons: [ReadingDoubt] { doubts.words }
    /// True if the reading is accepted without confirmation.
    package var isAccepted: Bool { reasons.isEmpty }
    /// The reason for missing measurements; nil if there are any.
    package let refusal: Refusal?
    /// All rows found, including rejected ones, from top to bottom.
    package let rows: [FoundRow]
    /// The display's area around the reading, in the pixels of the image; nil if no row was found.
    package let display: OrientedBox?
    /// The evidence behind the confidence.
    package let evidence: Evidence

    /// Creates an outcome from its parts.
    package init(
        measurements: [DisplayMeasurement],
        text: String,
        confidence: Double,
        doubts: Doubts,
        refusal: Refusal?,
        rows: [FoundRow],
        display: OrientedBox?,
        evidence: Evidence
    ) {
        self.measurements = measurements
        self.text = text
        self.confidence = confidence
        self.doubts = doubts
        self.refusal = refusal
        self.rows = rows
        self.display = display
        self.evidence = evidence
    }
}

extension DisplayOutcome {
    /// An outcome without measurements.
    static func refused(
        _ refusal: Refusal,
        rows: [FoundRow] = [],
        display: OrientedBox? = nil,
        evidence: Evidence = Evidence()
    ) -> DisplayOutcome {
        DisplayOutcome(
            measurements: [],
            text: refusal.text,
            confidence: 0,
            doubts: Doubts([], confidence: 0),
            refusal: refusal,
            rows: rows,
            display: display,
            evidence: evidence
        )
    }

    /// The outcome with all positions scaled by a factor.
    func scaled(by factor: Double) -> DisplayOutcome {
        placed { $0.scaled(by: factor) }
    }

    /// The outcome with all positions moved by a function.
    package func placed(_ place: (OrientedBox) -> OrientedBox) -> DisplayOutcome {
        DisplayOutcome(
            measurements: measurements.map { $0.placed(place) },
            text: text,
            confidence: confidence,
            doubts: doubts,
            refusal: refusal,
            rows: rows.map { $0.placed(place) },
            display: display.map(place),
            evidence: evidence
        )
    }
}

/// A row of characters, legible or not.
package struct FoundRow: Sendable, Equatable {
    /// The tight box around the characters, in the pixels of the image.
    package let box: OrientedBox
    /// The finder's probability that this is a value's row, 0…1.
    package let score: Double
    /// The likeliest text; empty if illegible.
    package let text: String
    /// The probability of `text` among all candidates, 0…1.
    package let probability: Double
    /// The characters of `text`.
    package let characters: [CharacterGuess]
    /// The assigned field; nil if the row is not part of the reading.
    package let field: String?

    /// Creates a row from its parts.
    package init(
        box: OrientedBox,
        score: Double,
        text: String,
        probability: Double,
        characters: [CharacterGuess],
        field: String?
    ) {
        self.box = box
        self.score = score
        self.text = text
        self.probability = probability
        self.characters = characters
        self.field = field
    }

    /// The row moved by a function.
    func placed(_ place: (OrientedBox) -> OrientedBox) -> FoundRow {
        FoundRow(
            box: place(box),
            score: score,
            text: text,
            probability: probability,
            characters: characters,
            field: field
        )
    }
}

/// The reason why an image gives no reading, and the text seen.
package struct Refusal: Sendable, Equatable {
    /// The reason as sent and printed.
    package enum Reason: String, Sendable, CaseIterable {
        /// No row of a display was found.
        case noDisplay
        /// Several displays show a full reading.
        case severalDisplays
        /// A display without any digits.
        case displayOff
        /// The meter reports an error, such as `E1` or `Err`.
        case errorCode
        /// The value is outside the measuring range: `HI`, `Lo`.
        case outOfRange
        /// A time or a date, not a measurement.
        case clock
        /// A stored value or an average, not a current measurement.
        case memory
        /// Rows were found but are illegible.
        case unreadable
        /// The values cannot be a measurement of this kind.
        case implausible
        /// The number is not a value of this kind: only a part of it would be.
        case notThisField
        /// The image is too dark.
        case tooDark
        /// The image is out of focus or motion-blurred.
        case blurred
        /// A reflection covers part of the values.
        case glare
        /// The image is too small for a display.
        case tooSmall
        /// The time ended before every direction was tried.
        case outOfTime
    }

    /// The reason.
    package let reason: Reason
    /// The text seen, rows separated by line feeds; empty if there was none.
    package let text: String

    /// Creates a refusal from its parts.
    package init(_ reason: Reason, text: String = "") {
        self.reason = reason
        self.text = text
    }
}
