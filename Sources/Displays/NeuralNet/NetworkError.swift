/// Why a network's file is not taken, or why an input does not fit it.
package struct NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a stable word.
    package enum Code: String, Hashable, Sendable {
        /// The bytes do not begin with a header that can be read.
        case badHeader
        /// The bytes end before the weights do, or go on behind them.
        case badLength
        /// A step of the network is none that is known, or its numbers make no sense.
        case badStep
        /// The network is larger than a limit allows.
        case tooLarge
        /// An input has a size that the network cannot take.
        case wrongInput
    }

    /// What is wrong.
    package let code: Code
    /// What is wrong with what, and the way out.
    package let message: String

    /// Makes an error.
    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    package var description: String { "\(code.rawValue): \(message)" }
}
