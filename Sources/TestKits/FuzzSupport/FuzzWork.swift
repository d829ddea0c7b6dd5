/// What reads changed inputs one after another, and counts.
package protocol FuzzWork {
    /// How many were read.
    var runs: UInt64 { get }
    /// What is told of them besides, each a name and a number.
    var figures: [(name: String, value: String)] { get }

    /// Reads the input of a number: equal for equal seeds and numbers.
    mutating func run(seed: UInt64, number: UInt64)
}
