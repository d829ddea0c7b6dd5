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
