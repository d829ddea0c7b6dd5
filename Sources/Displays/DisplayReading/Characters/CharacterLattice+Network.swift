import NeuralNet

extension CharacterLattice {
    /// Takes the output of the reader's network, whichever of its dimensions holds the classes.
    ///
    /// Nil where none does.
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
