import DisplayGenerator
import DisplayScoring

/// The figures of drawn displays.
struct DrawnFigures {
    private let scores: [DrawnDisplays.Part: OCRScore]

    init(_ scores: [DrawnDisplays.Part: OCRScore]) {
        self.scores = scores
    }

    /// Whole photos, and the display's box given; whole photos of each kind.
    var lines: [FigureLine] {
        lines("whole", hasBox: false, goal: 90) + lines("box", hasBox: true, goal: 95) + kinds + [
            OCRLine.wronglyAccepted("ocr.drawn.foreign", sum { $0.refusal == DisplayRefusal.foreign.rawValue })
        ]
    }

    private func lines(_ mode: String, hasBox: Bool, goal: Double) -> [FigureLine] {
        let all = sum { $0.hasBox == hasBox && $0.refusal != DisplayRefusal.foreign.rawValue }
        let name = "ocr.drawn.\(mode)"
        return [
            OCRLine.right(name, all, goal: goal, "drawn displays that no network saw", details(hasBox)),
            OCRLine.precision(name, all),
            OCRLine.coverage(name, all),
            OCRLine.wronglyAccepted(name, all, refusals(hasBox)),
        ]
    }

    private var kinds: [FigureLine] {
        DisplayGenerator.DisplayKind.allCases.flatMap { kind -> [FigureLine] in
            let score = sum { !$0.hasBox && $0.kind == kind && $0.refusal != DisplayRefusal.foreign.rawValue }
            guard score.readable > 0 else { return [] }
            let name = "ocr.drawn.\(kind.rawValue)"
            return [
                OCRLine.right(name, score, goal: 90, "drawn displays of this kind, whole photos"),
                OCRLine.coverage(name, score),
            ]
        }
    }

    /// What was right of each band and kind, and what was read for what.
    private func details(_ hasBox: Bool) -> [String: Double] {
        var details: [String: Double] = [:]
        for band in DisplayBand.allCases {
            let score = sum { $0.hasBox == hasBox && $0.band == band }
            if score.readable > 0 { details["right.\(band.rawValue)"] = score.accuracy }
        }
        for kind in DisplayGenerator.DisplayKind.allCases {
            let score = sum { $0.hasBox == hasBox && $0.kind == kind }
            guard score.readable > 0 else { continue }
            details["right.\(kind.rawValue)"] = score.accuracy
            details["refused.\(kind.rawValue)"] = Double(score.refused)
            details["wrong.\(kind.rawValue)"] = Double(score.wrong)
            details["accepted.\(kind.rawValue)"] = score.coverage
            details["n.\(kind.rawValue)"] = Double(score.readable)
        }
        let confusion = sum { $0.hasBox == hasBox }.confusion
        for (name, count) in confusion.most(8) { details["confusion.\(name)"] = Double(count) }
        details["confusion.length"] = Double(confusion.lengths)
        return details
    }

    /// What was told of displays without a reading, by the reason.
    private func refusals(_ hasBox: Bool) -> [String: Double] {
        var details: [String: Double] = [:]
        for refusal in DisplayRefusal.allCases {
            let score = sum { $0.hasBox == hasBox && $0.refusal == refusal.rawValue }
            guard score.unreadable > 0 else { continue }
            details["n.\(refusal.rawValue)"] = Double(score.unreadable)
            details["right.\(refusal.rawValue)"] = Double(score.unreadableRight)
            details["told.\(refusal.rawValue)"] = Double(score.unreadableTold)
            details["accepted.\(refusal.rawValue)"] = Double(score.unreadableAccepted)
        }
        return details
    }

    private func sum(_ isCounted: (DrawnDisplays.Part) -> Bool) -> OCRScore {
        scores.reduce(into: OCRScore()) { if isCounted($1.key) { $0.add($1.value) } }
    }
}
