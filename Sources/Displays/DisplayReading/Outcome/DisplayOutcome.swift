package import Pixels

/// What reading an image gave: measurements with a confidence, or a refusal, and what was found on the way.
package struct DisplayOutcome: Sendable, Equatable {
    /// The measurements in the order of the layout's fields; empty exactly where there is a refusal.
    package let measurements: [DisplayMeasurement]
    /// The rows of the reading, or of what was seen, joined by line feeds.
    package let text: String
    /// The probability that all measurements are right, 0…1; 0 where there are none.
    package let confidence: Double
    /// True where nothing but its confidence stands against taking it without a person's look.
    package let isAcceptable: Bool
    /// True where the confidence suffices for that.
    package var isAccepted: Bool { isAcceptable && Calibration.current.suffices(confidence) }
    /// Why there are no measurements, nil where there are.
    package let refusal: Refusal?
    /// All rows that were found, those that were rejected too, from top to bottom.
    package let rows: [FoundRow]
    /// The display's area around the reading, in the pixels of the image; nil where no row was found.
    package let display: OrientedBox?
    /// What the confidence was judged from.
    package let evidence: Evidence

    /// Makes an outcome from its parts.
    package init(
        measurements: [DisplayMeasurement],
        text: String,
        confidence: Double,
        isAcceptable: Bool,
        refusal: Refusal?,
        rows: [FoundRow],
        display: OrientedBox?,
        evidence: Evidence
    ) {
        self.measurements = measurements
        self.text = text
        self.confidence = confidence
        self.isAcceptable = isAcceptable
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
            isAcceptable: false,
            refusal: refusal,
            rows: rows,
            display: display,
            evidence: evidence
        )
    }

    /// The same outcome with all places in an image that is scaled by a factor.
    func scaled(by factor: Double) -> DisplayOutcome {
        placed { $0.scaled(by: factor) }
    }

    /// The same outcome with all places moved.
    package func placed(_ place: (OrientedBox) -> OrientedBox) -> DisplayOutcome {
        DisplayOutcome(
            measurements: measurements.map { $0.placed(place) },
            text: text,
            confidence: confidence,
            isAcceptable: isAcceptable,
            refusal: refusal,
            rows: rows.map { $0.placed(place) },
            display: display.map(place),
            evidence: evidence
        )
    }
}

/// A row of characters that was found, read or not.
package struct FoundRow: Sendable, Equatable {
    /// Where it stands, in the pixels of the image that was read; tight around the characters.
    package let box: OrientedBox
    /// The finder's probability that a value's row is here, 0…1.
    package let score: Double
    /// The likeliest text; empty where nothing could be read.
    package let text: String
    /// The probability of `text` among all that the row could show, 0…1.
    package let probability: Double
    /// The characters of `text`, one by one.
    package let characters: [CharacterGuess]
    /// The field that the row was assigned to, nil where it is no part of the reading.
    package let field: String?

    /// Makes a row from its parts.
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

    /// The same row in another place.
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

/// Why an image gives no reading, with what was seen.
package struct Refusal: Sendable, Equatable {
    /// The reason, as it is sent and printed.
    package enum Reason: String, Sendable, CaseIterable {
        /// No row of a display was found.
        case noDisplay
        /// More than one display shows a full reading.
        case severalDisplays
        /// A display without any digit on it.
        case displayOff
        /// The meter reports an error, such as `E1` or `Err`.
        case errorCode
        /// The value is above or below what the meter measures: `HI`, `Lo`.
        case outOfRange
        /// A time or a date, no measurement.
        case clock
        /// A stored value or an average, no measurement of now.
        case memory
        /// Rows were found, and not read well enough to say what they show.
        case unreadable
        /// What was read cannot be a measurement of this kind.
        case implausible
        /// The image is too dark.
        case tooDark
        /// The image is out of focus or moved.
        case blurred
        /// A reflection hides a part of the values.
        case glare
        /// The image is too small to hold a display.
        case tooSmall
    }

    /// The reason.
    package let reason: Reason
    /// The text that was seen, rows joined by line feeds; empty where none was.
    package let text: String

    /// Makes a refusal from its parts.
    package init(_ reason: Reason, text: String = "") {
        self.reason = reason
        self.text = text
    }
}
