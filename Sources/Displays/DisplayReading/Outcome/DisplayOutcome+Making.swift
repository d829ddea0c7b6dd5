package import Pixels

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
