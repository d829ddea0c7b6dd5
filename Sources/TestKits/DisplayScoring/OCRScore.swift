/// Counts of answers: what was to be read, and what was to be refused.
package struct OCRScore: Sendable, Hashable {
    /// Readings that were told right.
    package private(set) var right = 0
    /// Readings that were told wrong.
    package private(set) var wrong = 0
    /// Readings that were not told.
    package private(set) var refused = 0
    /// Right ones that were taken without a person's look.
    package private(set) var acceptedRight = 0
    /// Wrong ones that were taken without a person's look.
    package private(set) var acceptedWrong = 0
    /// Photos without a reading.
    package private(set) var unreadable = 0
    /// Photos without a reading for which one was told, to be looked at by a person.
    package private(set) var unreadableTold = 0
    /// Those of them that were told right, though light, blur or glare spoils them.
    package private(set) var unreadableRight = 0
    /// Photos without a reading for which a wrong one was told and taken without a person's look.
    package private(set) var unreadableAccepted = 0
    /// Characters that were read for others.
    package private(set) var confusion = CharacterConfusion()

    /// Makes a score without answers.
    package init() {}

    /// Counts an answer.
    package mutating func add(_ truth: DisplayTruth, _ answer: DisplayAnswer) {
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
            confusion.add(truth, answer)
        }
    }

    /// Counts another score's answers too.
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

    /// Readings that were to be told.
    package var readable: Int { right + wrong + refused }
    /// All that was taken without a person's look.
    package var accepted: Int { acceptedRight + acceptedWrong + unreadableAccepted }
    /// What was taken without a person's look and is wrong, photos without a reading too.
    package var wronglyAccepted: Int { acceptedWrong + unreadableAccepted }
    /// Right ones of what was to be told, in per cent; 0 where there was nothing.
    package var accuracy: Double { Self.percent(right, of: readable) }
    /// Right ones of what was accepted, in per cent; 100 where nothing was.
    package var precision: Double { accepted == 0 ? 100 : Self.percent(acceptedRight, of: accepted) }
    /// What was accepted of what was to be told, in per cent; 0 where there was nothing.
    package var coverage: Double { Self.percent(acceptedRight + acceptedWrong, of: readable) }
    /// Where the accuracy lies.
    package var accuracyRange: WilsonInterval { WilsonInterval(right, of: readable) }
    /// Where the precision lies.
    package var precisionRange: WilsonInterval { WilsonInterval(acceptedRight, of: accepted) }

    private static func percent(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 0 : 100 * Double(part) / Double(whole)
    }
}

/// Where a share lies with 95 % confidence, in per cent (Wilson, 1927); it holds for few trials and for shares near 100 %.
package struct WilsonInterval: Sendable, Hashable {
    /// The lower bound in per cent; 0 without trials.
    package let low: Double
    /// The upper bound in per cent; 100 without trials.
    package let high: Double

    /// The normal distribution's quantile of 97.5 %.
    private static let quantile = 1.959_964

    /// The interval of so many successes of so many trials; numbers outside of 0…`trials` are brought there.
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
