import DisplayGenerator
import DisplayScoring

/// The figures of drawn displays.
struct DrawnFigures {
    private let scores: [DrawnDisplays.Part: OCRScore]

    init(_ scores: [DrawnDisplays.Part: OCRScore]) {
        self.scores = scores
    }

    /// Whole photos, and the display's box given; whole photos of each kind; the same of photos taken at any angle; photos from far away.
    var lines: [FigureLine] {
        let foreign = sum { $0.refusal == DisplayRefusal.foreign.rawValue }
        return lines(.whole, goal: 90) + lines(.box, goal: 95) + kinds + lines(.turned, goal: 90)
            + lines(.turnedBox, goal: 95) + lines(.tiltedBox, goal: 95) + lines(.far, goal: 90)
            + [OCRLine.wronglyAccepted("ocr.drawn.foreign", foreign)]
    }

    private func lines(_ mode: DrawnDisplays.Mode, goal: Double) -> [FigureLine] {
        let all = sum { $0.mode == mode && $0.refusal != DisplayRefusal.foreign.rawValue }
        let name = "ocr.drawn.\(mode.rawValue)"
        return [
            OCRLine.right(name, all, goal: goal, "drawn displays that no network saw", details(mode)),
            OCRLine.precision(name, all),
            OCRLine.coverage(name, all),
            OCRLine.wronglyAccepted(name, all, refusals(mode)),
        ]
    }

    private var kinds: [FigureLine] {
        DisplayGenerator.DisplayKind.allCases.flatMap { kind -> [FigureLine] in
            let score = sum { $0.mode == .whole && $0.kind == kind && $0.refusal != DisplayRefusal.foreign.rawValue }
            guard score.readable > 0 else { return [] }
            let name = "ocr.drawn.\(kind.rawValue)"
            return [
                OCRLine.right(name, score, goal: 90, "drawn displays of this kind, whole photos"),
                OCRLine.coverage(name, score),
            ]
        }
    }

    /// What was right of each band and kind, and what was read for what.
    private func details(_ mode: DrawnDisplays.Mode) -> [String: Double] {
        var details: [String: Double] = [:]
        for band in DisplayBand.allCases {
            let score = sum { $0.mode == mode && $0.band == band }
            if score.readable > 0 { details["right.\(band.rawValue)"] = score.accuracy }
        }
        for kind in DisplayGenerator.DisplayKind.allCases {
            let score = sum { $0.mode == mode && $0.kind == kind }
            guard score.readable > 0 else { continue }
            details["right.\(kind.rawValue)"] = score.accuracy
            details["refused.\(kind.rawValue)"] = Double(score.refused)
            details["wrong.\(kind.rawValue)"] = Double(score.wrong)
            details["accepted.\(kind.rawValue)"] = score.coverage
            details["n.\(kind.rawValue)"] = Double(score.readable)
        }
        let confusion = sum { $0.mode == mode }.confusion
        for (name, count) in confusion.most(8) { details["confusion.\(name)"] = Double(count) }
        details["confusion.length"] = Double(confusion.lengths)
        return details
    }

    /// How many displays without a reading were refused, by the reason.
    private func refusals(_ mode: DrawnDisplays.Mode) -> [String: Double] {
        var details: [String: Double] = [:]
        for refusal in DisplayRefusal.allCases {
            let score = sum { $0.mode == mode && $0.refusal == refusal.rawValue }
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
