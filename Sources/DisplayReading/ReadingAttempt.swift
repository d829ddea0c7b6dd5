import DisplayLayouts
import Pixels

/// Rows that were read, and how they fit the layouts.
struct ReadingAttempt {
    let rows: [RowReading]
    let fit: LayoutFit
    /// What else is in view.
    let elsewhere: Elsewhere

    /// Whether only the look for small meters found it: it may be print, and a person has to look.
    var isFar = false
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

    /// Whether nothing but its confidence stands against taking the best reading without a person's look.
    var isAcceptable: Bool {
        guard !isFar, let best = fit.best.first, best.isComplete, evidence?.isAcceptable == true else { return false }
        // A point that nobody saw is a guess, and so is a field that is not there, or which of two displays is meant.
        return !best.choices.contains { $0.reading.isPointRestored }
    }
}
