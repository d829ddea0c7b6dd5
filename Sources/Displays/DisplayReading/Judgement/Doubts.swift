package import VitalRecords

/// What is doubted of a reading: the one source of whether it is accepted.
package struct Doubts: Sendable, Hashable {
    /// What stands against it whatever the confidence, the gravest first.
    package private(set) var standing: [ReadingDoubt]
    /// That the confidence does not suffice, with what speaks against it most; empty where it does.
    private var unsure: [ReadingDoubt]

    /// Doubts a reading whose confidence does not suffice, and one against which something stands.
    ///
    /// - Parameters:
    ///   - standing: What stands against it whatever the confidence.
    ///   - confidence: The probability that it is right, 0…1.
    ///   - causes: What speaks against it most; only where the confidence does not suffice.
    package init(
        _ standing: [ReadingDoubt],
        confidence: Double,
        causes: @autoclosure () -> [ReadingDoubt] = []
    ) {
        self.standing = standing
        unsure = Calibration.current.suffices(confidence) ? [] : [.unsure] + causes()
    }

    /// All words, each once; empty if and only if the reading is accepted.
    package var words: [ReadingDoubt] {
        (standing + unsure).reduce(into: []) { known, word in
            if !known.contains(word) { known.append(word) }
        }
    }

    /// The doubts with more that stand against the reading whatever the confidence.
    package func adding(_ more: [ReadingDoubt]) -> Doubts {
        var all = self
        all.standing += more
        return all
    }
}
