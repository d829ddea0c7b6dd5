import DisplayLayouts
import Pixels

/// Rows that were read, and how they fit the layouts.
struct ReadingAttempt {
    let rows: [RowReading]
    let fit: LayoutFit
    /// What the finder took for displays, with or without rows.
    let displays: [OrientedBox]

    /// True where a display of some size shows none of a reading's rows, so that there may be another meter.
    func hasOtherDisplay(than reading: LayoutReading) -> Bool {
        let largest = displays.map { $0.width * $0.height }.max() ?? 0
        return displays.contains { display in
            display.width * display.height > 0.25 * largest
                && !reading.choices.contains { display.contains(rows[$0.row].box.center) }
        }
    }

    /// How good the best reading is, 0…1: the confidence without looking at its rivals; 0 without a reading.
    var strength: Double {
        guard let best = fit.best.first else { return 0 }
        return Calibration.current.confidence(of: Judgement(rows: rows, fit: fit, reading: best).evidence)
    }
}
