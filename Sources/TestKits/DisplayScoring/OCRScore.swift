/// Counts of right, wrong and refused answers.
package struct OCRScore: Sendable, Hashable {
    /// Readings answered correctly.
    package private(set) var right = 0
    /// Readings answered wrongly.
    package private(set) var wrong = 0
    /// Readings refused.
    package private(set) var refused = 0
    /// Correct readings accepted without confirmation.
    package private(set) var acceptedRight = 0
    /// Wrong readings accepted without confirmation.
    package private(set) var acceptedWrong = 0
    /// Photos without a reading.
    package private(set) var unreadable = 0
    /// Photos without a reading for which one was offered for confirmation.
    package private(set) var unreadableTold = 0
    /// Those of them answered correctly, although light, blur or glare spoils them.
    package private(set) var unreadableRight = 0
    /// Photos without a reading for which a wrong one was accepted without confirmation.
    package private(set) var unreadableAccepted = 0
    /// Characters read as others.
    package private(set) var confusion = CharacterConfusion()

    /// Creates an empty score.
    package init() {}

    /// Counts an answer.
    package mutating func add(_ truth: DisplayTruth, answer: DisplayAnswer) {
        if truth.refusal != nil {
            unreadable += 1
            unreadableTold += answer.values.isEmpty ? 0 : 1
            let isRight = truth.isTold(by: answer)
            unreadableRight += isRight && !answer.values.isEmpty ? 1 : 0
            unreadableAccepted += answer.isAccepted && !isRight ? 1 : 0
        } else if answer.values.isEmpty {
            refused += 1
        } else if truth.isTold(by: answer) {
            right += 1
            acceptedRight += answer.isAccepted ? 1 : 0
        } else {
            wrong += 1
            acceptedWrong += answer.isAccepted ? 1 : 0
            confusion.add(truth, answer: answer)
        }
    }

    /// Adds the counts of another score.
    package mutating func add(_ other: OCRScore) {
        right += other.right
        wrong += other.wrong
        refused += other.refused
        acceptedRight += other.acceptedRight
        acceptedWrong += other.acceptedWrong
        unreadable += other.unreadable
        unreadableTold += other.unreadableTold
        unreadableRight += other.unreadableRight
        unreadableAccepted += other.unreadableAccepted
        confusion.add(other.confusion)
    }

    /// The number of readings to be read.
    package var readable: Int { right + wrong + refused }
    /// Everything accepted without confirmation.
    package var accepted: Int { acceptedRight + acceptedWrong + unreadableAccepted }
    /// Everything accepted wrongly without confirmation, including for photos without a reading.
    package var wronglyAccepted: Int { acceptedWrong + unreadableAccepted }
    /// Correct answers among the readings, in percent; 0 if there are none.
    package var accuracy: Double { Self.percent(right, of: readable) }
    /// Correct answers among the accepted ones, in percent; 100 if none was accepted.
    package var precision: Double { accepted == 0 ? 100 : Self.percent(acceptedRight, of: accepted) }
    /// Accepted answers among the readings, in percent; 0 if there are none.
    package var coverage: Double { Self.percent(acceptedRight + acceptedWrong, of: readable) }
    /// The confidence interval of the accuracy.
    package var accuracyRange: WilsonInterval { WilsonInterval(right, of: readable) }
    /// The confidence interval of the precision.
    package var precisionRange: WilsonInterval { WilsonInterval(acceptedRight, of: accepted) }

    private static func percent(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 0 : 100 * Double(part) / Double(whole)
    }
}

/// The 95 % confidence interval of a proportion, in percent (Wilson, 1927); valid also for few trials and proportions
/// near 100 %.
package struct WilsonInterval: Sendable, Hashable {
    /// The lower bound in percent; 0 without trials.
    package let low: Double
    /// The upper bound in percent; 100 without trials.
    package let high: Double

    /// The 97.5 % quantile of the normal distribution.
    private static let quantile = 1.959_964

    /// Creates the interval for a number of successes in a number of trials; clamps the successes to 0…`trials`.
    package init(_ successes: Int, of trials: Int) {
        guard trials > 0 else {
            (low, high) = (0, 100)
            return
        }
        let (count, square) = (Double(trials), Self.quantile * Self.quantile)
        let share = Double(min(max(successes, 0), trials)) / count
        let middle = (share + square / (2 * count)) / (1 + square / count)
        let spread = (share * (1 - share) / count + square / (4 * count * count)).squareRoot()
        let half = Self.quantile * spread / (1 + square / count)
        (low, high) = (100 * max(middle - half, 0), 100 * min(middle + half, 1))
    }
}
