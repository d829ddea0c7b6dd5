import Glibc
import NeuralNet

/// The log probabilities of the classes at each step along a row, from the reader's network.
package struct CharacterLattice: Sendable {
    /// The number of steps along the row.
    package let steps: Int
    /// The number of classes at each step; the first is the blank.
    package let classes: Int
    /// The log probabilities, step by step.
    package let logs: [Float]

    /// Creates a lattice from logits, step by step, and normalises each step; nil if the count does not fit.
    package init?(steps: Int, classes: Int, logits: [Float]) {
        guard steps > 0, classes > 1, logits.count == steps * classes else { return nil }
        self.steps = steps
        self.classes = classes
        var logs = logits
        for step in 0..<steps {
            let range = step * classes..<(step + 1) * classes
            var top = -Float.infinity
            for index in range where logs[index] > top { top = logs[index] }
            var sum: Float = 0
            for index in range { sum += exp(logs[index] - top) }
            let shift = top + log(sum)
            for index in range { logs[index] -= shift }
        }
        self.logs = logs
    }

    /// The log probability of a class at a step.
    package subscript(step step: Int, character character: Int) -> Float { logs[step * classes + character] }

    /// Whether a class has a probability of more than a half at some step.
    func shows(_ character: Int) -> Bool {
        (0..<steps).contains { self[step: $0, character: character] > -0.7 }
    }
}

extension CharacterLattice {
    /// The characters of a string with their alternatives at the same steps; empty if the string does not fit.
    func guesses(of string: [UInt8]) -> [CharacterGuess] {
        guard let spans = alignment(of: string) else { return [] }
        return zip(string, spans).map { guess(Int($0), span: $1) }
    }

    private func guess(_ character: Int, span: ClosedRange<Int>) -> CharacterGuess {
        // A character has the probability of the step that shows it best; alternatives compete at the same steps.
        var best = [Double](repeating: 0, count: classes)
        for step in span {
            for other in 1..<classes {
                best[other] = max(best[other], exponential(Double(self[step: step, character: other])))
            }
        }
        let others = (1..<classes).filter { $0 != character && best[$0] > 0.001 }
            .sorted { best[$0] > best[$1] }.prefix(3)
        return CharacterGuess(
            character: ReaderAlphabet.characters[character - 1],
            probability: min(best[character], 1),
            alternatives: others.map {
                .init(character: ReaderAlphabet.characters[$0 - 1], probability: min(best[$0], 1))
            }
        )
    }
}

extension CharacterLattice {
    /// Takes the output of the reader's network, whichever dimension contains the classes.
    ///
    /// It is nil if none does.
    init?(_ output: Tensor) {
        let steps: Int
        let isClassMajor: Bool
        switch ReaderAlphabet.classes {
        case output.channels: (steps, isClassMajor) = (output.height * output.width, true)
        case output.width: (steps, isClassMajor) = (output.channels * output.height, false)
        default: return nil
        }
        guard isClassMajor else {
            self.init(steps: steps, classes: ReaderAlphabet.classes, logits: output.values)
            return
        }
        var logits = [Float](repeating: 0, count: output.values.count)
        for character in 0..<ReaderAlphabet.classes {
            for step in 0..<steps {
                logits[step * ReaderAlphabet.classes + character] = output.values[character * steps + step]
            }
        }
        self.init(steps: steps, classes: ReaderAlphabet.classes, logits: logits)
    }
}

extension CharacterLattice {
    /// Finds the likeliest strings, the likeliest first.
    ///
    /// - Parameters:
    ///   - width: The number of prefixes kept at each step.
    ///   - count: The largest number of strings returned.
    package func bestStrings(width: Int = 12, keeping count: Int = 4) -> [ScoredString] {
        PrefixBeam.search(self, width: width, keeping: count)
    }

    /// The log probability of a string: the sum over all alignments to the steps.
    package func logProbability(of string: [UInt8]) -> Double {
        let states = 2 * string.count + 1
        var now = [Float](repeating: -.infinity, count: states)
        var next = now
        now[0] = self[step: 0, character: 0]
        if states > 1 { now[1] = self[step: 0, character: Int(string[0])] }
        for step in 1..<max(1, steps) {
            for state in 0..<states {
                let character = state % 2 == 0 ? 0 : Int(string[state / 2])
                var sum = now[state]
                if state > 0 { sum = logSum(sum, and: now[state - 1]) }
                if state % 2 == 1, state > 1, string[state / 2] != string[state / 2 - 1] {
                    sum = logSum(sum, and: now[state - 2])
                }
                next[state] = sum == -.infinity ? sum : sum + self[step: step, character: character]
            }
            swap(&now, &next)
        }
        return Double(states > 1 ? logSum(now[states - 1], and: now[states - 2]) : now[0])
    }

    /// The best alignment of a string: for each character the steps that show it; nil if the string does not fit.
    package func alignment(of string: [UInt8]) -> [ClosedRange<Int>]? {
        guard !string.isEmpty else { return [] }
        let states = 2 * string.count + 1
        var scores = [Float](repeating: -.infinity, count: states)
        var came = [UInt8](repeating: 0, count: states * steps)
        scores[0] = self[step: 0, character: 0]
        scores[1] = self[step: 0, character: Int(string[0])]
        for step in 1..<max(1, steps) {
            for state in stride(from: states - 1, through: 0, by: -1) {
                let character = state % 2 == 0 ? 0 : Int(string[state / 2])
                var best = scores[state]
                var from: UInt8 = 0
                if state > 0, scores[state - 1] > best { (best, from) = (scores[state - 1], 1) }
                let mayLeap = state % 2 == 1 && state > 1 && string[state / 2] != string[state / 2 - 1]
                if mayLeap, scores[state - 2] > best { (best, from) = (scores[state - 2], 2) }
                scores[state] = best + self[step: step, character: character]
                came[step * states + state] = from
            }
        }
        let end = scores[states - 1] > scores[states - 2] ? states - 1 : states - 2
        guard scores[end] > -.infinity else { return nil }
        return spans(came, states: states, end: end, count: string.count)
    }

    private func spans(_ came: [UInt8], states: Int, end: Int, count: Int) -> [ClosedRange<Int>]? {
        var ranges = [ClosedRange<Int>?](repeating: nil, count: count)
        var state = end
        for step in stride(from: steps - 1, through: 0, by: -1) {
            if state % 2 == 1 {
                let upper = ranges[state / 2]?.upperBound ?? step
                ranges[state / 2] = step...upper
            }
            if step > 0 { state -= Int(came[step * states + state]) }
        }
        let known = ranges.compactMap(\.self)
        return known.count == count ? known : nil
    }
}
