import Glibc

/// A candidate string of a row with its log probability.
package struct ScoredString: Sendable, Equatable {
    /// The characters as classes of the reader's alphabet.
    package var classes: [UInt8]
    /// The natural logarithm of the string's probability.
    package var log: Double

    /// The characters.
    package var text: String { ReaderAlphabet.text(classes) }

    /// The string's probability.
    package var probability: Double { exponential(log) }

    /// Creates a string from its parts.
    package init(classes: [UInt8], log: Double) {
        self.classes = classes
        self.log = log
    }
}

/// The characters of the reader's network, in the order of its classes.
package enum ReaderAlphabet {
    /// The class of no character.
    package static let blank = 0

    /// The characters of the classes from 1 on.
    package static let characters = Array("0123456789.:-/ACEFHILPbdhnortu")

    /// The number of classes, including the blank.
    package static let classes = characters.count + 1

    /// The class of each character.
    package static let classOf = Dictionary(uniqueKeysWithValues: zip(characters, 1...))

    /// The text of classes; classes out of range are dropped.
    package static func text(_ classes: [UInt8]) -> String {
        String(classes.lazy.filter { $0 > 0 && $0 <= characters.count }.map { characters[Int($0) - 1] })
    }
}

/// The logarithm of the sum of two numbers given as logarithms.
func logSum(_ first: Float, and second: Float) -> Float {
    let (high, low) = first > second ? (first, second) : (second, first)
    return low == -Float.infinity ? high : high + log1p(exp(low - high))
}

/// The exponential function.
func exponential(_ logarithm: Double) -> Double { exp(logarithm) }

/// The natural logarithm, of at least 1e-12.
func logarithm(_ number: Double) -> Double { log(max(number, 1e-12)) }
