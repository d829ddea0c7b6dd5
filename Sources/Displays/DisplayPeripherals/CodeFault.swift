/// Why what a code holds is refused.
package struct CodeFault: Error, Hashable, Sendable {
    /// The reason, as it is sent and printed.
    package enum Reason: String, Sendable, CaseIterable {
        /// No code was seen.
        case noCode
        /// More than one code was seen, and they say different things.
        case severalCodes
        /// It has too few or too many characters.
        case wrongLength
        /// It has characters that it must not have.
        case wrongCharacter
        /// It is none of the labels that are known.
        case unknownLabel
    }

    /// The reason.
    package let reason: Reason
    /// What was seen instead, and the way out; never a key itself, which is a secret.
    package let message: String

    /// Makes a fault.
    package init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}
