import DisplayLayouts
import Pixels

/// Rows that were read, and how they fit the layouts.
struct ReadingAttempt {
    let rows: [RowReading]
    let fit: LayoutFit
    /// What else is in view.
    let elsewhere: Elsewhere

    /// How good the best reading is, 0…1: the confidence without looking at its rivals; 0 without a reading.
    var strength: Double {
        guard let best = fit.best.first else { return 0 }
        return Calibration.current.confidence(
            of: Judgement(rows: rows, fit: fit, reading: best, elsewhere: elsewhere).evidence
        )
    }
}
