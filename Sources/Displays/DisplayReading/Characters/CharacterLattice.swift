import Glibc

/// The logarithms of the classes' probabilities at each step along a row, as the reader's network gives them.
package struct CharacterLattice: Sendable {
    /// How many steps there are along the row.
    package let steps: Int
    /// How many classes there are at each step; the first is the blank.
    package let classes: Int
    /// The logarithms of the probabilities, step by step.
    package let logs: [Float]

    /// Makes a lattice of logits, step by step, and normalises every step; nil when the count does not fit.
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

    /// The logarithm of a class's probability at a step.
    package subscript(step step: Int, character character: Int) -> Float { logs[step * classes + character] }
}
