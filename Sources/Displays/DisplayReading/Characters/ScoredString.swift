/// A string that a row may show, with the logarithm of its probability.
package struct ScoredString: Sendable, Equatable {
    /// The characters as classes of the reader's alphabet.
    package var classes: [UInt8]
    /// The natural logarithm of the string's probability.
    package var log: Double

    /// The characters.
    package var text: String { ReaderAlphabet.text(classes) }

    /// The string's probability.
    package var probability: Double { exponential(log) }

    /// Makes a string from its parts.
    package init(classes: [UInt8], log: Double) {
        self.classes = classes
        self.log = log
    }
}
