import DisplayLayouts
import Pixels

/// Rows that were read, and how they fit the layouts.
struct ReadingAttempt {
    let rows: [RowReading]
    let fit: LayoutFit
    /// What else is in view.
    let elsewhere: Elsewhere

    /// Whether a person has to look whatever the confidence: only the look for small meters found it, which may be
    /// print, or it may be upside down.
    var isUncertain = false
    /// What speaks for and against the best reading; nil without one.
    let evidence: Evidence?

    /// Judges what was read, once for all who ask.
    init(rows: [RowReading], fit: LayoutFit, elsewhere: Elsewhere) {
        self.rows = rows
        self.fit = fit
        self.elsewhere = elsewhere
        evidence = fit.best.first.map { best in
            Judgement(rows: rows, fit: fit, reading: best, elsewhere: elsewhere).evidence
        }
    }

    /// How good the best reading is, 0…1: its confidence; 0 without a reading.
    var strength: Double { evidence.map { Calibration.current.confidence(of: $0) } ?? 0 }

    /// The odds that the best reading is right and the right way up, to be compared with other turns of the same photo.
    var uprightOdds: Double { strength / max(1 - strength, 1e-9) * (showsPoint ? Self.pointOdds : 1) }

    /// How many times likelier a reading with a point is the right way up: upside down, none stands on the line.
    private static let pointOdds = 10.0

    /// Whether the best reading has a point that was seen.
    var showsPoint: Bool { texts.contains { $0.contains(".") } }

    /// What the rows of the best reading say.
    private var texts: [String] {
        fit.best.first?.choices.map { rows[$0.row].strings[$0.string].text } ?? []
    }

    /// Whether the best reading has several rows.
    var hasSeveralRows: Bool { (fit.best.first?.choices.count ?? 0) > 1 }

    /// Whether upside down the best reading's digits are digits too, as `85` and `58`.
    var readsUpsideDown: Bool {
        !texts.isEmpty && texts.allSatisfy { $0.allSatisfy { "0125689.".contains($0) } }
    }

    /// Whether nothing but its confidence stands against taking the best reading without a person's look.
    var isAcceptable: Bool {
        guard !isUncertain, evidence?.isAcceptable == true, let best = fit.best.first, best.isComplete
        else { return false }
        // A point that nobody saw is a guess, and so is a field that is not there, or which of two displays is meant.
        return !best.choices.contains { $0.reading.isPointRestored }
    }
}
