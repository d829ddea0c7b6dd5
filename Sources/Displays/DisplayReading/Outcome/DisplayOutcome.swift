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
