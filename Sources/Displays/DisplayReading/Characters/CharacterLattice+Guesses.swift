extension CharacterLattice {
    /// The characters of a string as this lattice shows them, with what else their places could show; empty where the
    /// string does not fit.
    func guesses(of string: [UInt8]) -> [CharacterGuess] {
        guard let spans = alignment(of: string) else { return [] }
        return zip(string, spans).map { guess(Int($0), $1) }
    }

    private func guess(_ character: Int, _ span: ClosedRange<Int>) -> CharacterGuess {
        // A character's probability is that of the step that shows it best; others compete at the same steps.
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
