import DisplayScoring

/// Lines of figures from scores; each has the number of readings and the Wilson interval.
enum OCRLine {
    /// Right readings of those that are to be read, in per cent.
    static func right(
        _ name: String,
        _ score: OCRScore,
        goal: Double,
        _ what: String,
        _ details: [String: Double] = [:]
    ) -> FigureLine {
        let own: [String: Double] = [
            "n": Double(score.readable), "low": score.accuracyRange.low, "high": score.accuracyRange.high,
            "wrong": Double(score.wrong), "refused": Double(score.refused),
        ]
        return FigureLine(
            "\(name).right",
            unit: "%",
            values: [score.accuracy],
            limits: [goal],
            limitIs: "goal: \(what), all fields exact",
            goal: .atLeast(1),
            details: own.merging(details) { first, _ in first }
        )
    }

    /// Right readings of those that are accepted without a person's look, in per cent.
    static func precision(_ name: String, _ score: OCRScore) -> FigureLine {
        FigureLine(
            "\(name).precision",
            unit: "%",
            values: [score.precision],
            limits: [99.5],
            limitIs: "goal: right of what is accepted without a person's look",
            goal: .atLeast(1),
            details: [
                "n": Double(score.accepted), "low": score.precisionRange.low, "high": score.precisionRange.high,
            ]
        )
    }

    /// Accepted readings of those that are to be read, in per cent.
    static func coverage(_ name: String, _ score: OCRScore) -> FigureLine {
        let interval = WilsonInterval(score.acceptedRight + score.acceptedWrong, of: score.readable)
        return FigureLine(
            "\(name).coverage",
            unit: "%",
            values: [score.coverage],
            limits: [80],
            limitIs: "goal: accepted without a person's look",
            goal: .atLeast(1),
            details: ["n": Double(score.readable), "low": interval.low, "high": interval.high]
        )
    }

    /// Wrong readings that are accepted without a person's look, and those of displays that show none.
    static func wronglyAccepted(
        _ name: String,
        _ score: OCRScore,
        _ details: [String: Double] = [:]
    ) -> FigureLine {
        let own: [String: Double] = [
            "n": Double(score.readable), "wrong": Double(score.acceptedWrong), "mustRefuse": Double(score.unreadable),
            "mustRefuseAccepted": Double(score.unreadableAccepted), "mustRefuseTold": Double(score.unreadableTold),
            "mustRefuseRight": Double(score.unreadableRight),
        ]
        return FigureLine(
            "\(name).accepted-wrong",
            unit: "readings",
            values: [Double(score.wronglyAccepted)],
            limits: [0],
            limitIs: "goal: none",
            goal: .atMost(0),
            details: own.merging(details) { first, _ in first }
        )
    }
}
