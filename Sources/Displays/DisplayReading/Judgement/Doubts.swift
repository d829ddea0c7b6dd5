package import VitalRecords

/// The doubts about a reading, which alone decide whether it is accepted.
package struct Doubts: Sendable, Hashable {
    /// Doubts that apply whatever the confidence, the gravest first.
    package private(set) var standing: [ReadingDoubt]
    /// The doubt that the confidence does not suffice, with its main causes; empty if it suffices.
    private var unsure: [ReadingDoubt]

    /// Makes the doubts about a reading.
    ///
    /// - Parameters:
    ///   - standing: Doubts that apply whatever the confidence.
    ///   - confidence: The probability that it is right, 0…1.
    ///   - causes: The main causes of a low confidence; used only if the confidence does not suffice.
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

    /// These doubts with further ones that apply whatever the confidence.
    package func adding(_ more: [ReadingDoubt]) -> Doubts {
        var all = self
        all.standing += more
        return all
    }
}
