/// The ends of a value at which it may go on where nobody sees it.
package struct OpenEnds: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    /// Takes the bits of the ends.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// In front of the first character: `72` may be the rest of `172`.
    package static let front = OpenEnds(rawValue: 1)
    /// Behind the last character: `41.6` may be the beginning of `41.65`.
    package static let back = OpenEnds(rawValue: 2)
}
