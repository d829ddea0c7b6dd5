package import VitalRecords

/// The doubts about a reading, which alone decide whether it is accepted.
package struct Doubts: Sendable, Hashable {
    /// The doubts that prevent acceptance whatever the confidence, the gravest first.
    package private(set) var standing: [ReadingDoubt]
    /// The doubts that lower an insufficient confidence most; empty if it suffices.
    private var unsure: [ReadingDoubt]

    /// Collects the doubts about a reading: insufficient confidence, and doubts that prevent acceptance by themselves.
    ///
    /// - Parameters:
    ///   - standing: The doubts that prevent acceptance whatever the confidence.
    ///   - confidence: The probability that it is right, 0…1.
    ///   - causes: The doubts that lower the confidence most; only used if it does not suffice.
    package init(
        _ standing: [ReadingDoubt],
        confidence: Double,
        causes: @autoclosure () -> [ReadingDoubt] = []
    ) {
        self.standing = standing
        unsure = Calibration.current.suffices(confidence) ? [] : [.unsure] + causes()
    }

    /// All doubts, each once; empty if and only if the reading is accepted.
    package var words: [ReadingDoubt] {
        (standing + unsure).reduce(into: []) { known, word in
            if !known.contains(word) { known.append(word) }
        }
    }

    /// These doubts with more that prevent acceptance whatever the confidence.
    package func adding(_ more: [ReadingDoubt]) -> Doubts {
        var all = self
        all.standing += more
        return all
    }
}
