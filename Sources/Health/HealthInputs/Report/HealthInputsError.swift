/// Why an input cannot be imported at all.
///
/// Damage inside an input is no error: it is reported as ``HealthDamage``, and everything before it is delivered.
public struct HealthInputsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The input is of no known kind.
        public static let unknownInput = Code(rawValue: "unknownInput")
        /// The kind of input is known but not supported.
        public static let unsupportedInput = Code(rawValue: "unsupportedInput")
        /// The input is encrypted.
        public static let encrypted = Code(rawValue: "encrypted")
        /// The input cannot be read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The input has more data per period than fits into the memory budget.
        public static let tooDense = Code(rawValue: "tooDense")
    }

    /// The kind of failure.
    public let code: Code
    /// What the input is, and what to do about it.
    ///
    /// It never contains a value or name of a person.
    public let message: String
    /// Whether a later attempt may succeed.
    public let isRetriable: Bool

    /// Makes an error.
    public init(code: Code, message: String, isRetriable: Bool = false) {
        self.code = code
        self.message = message
        self.isRetriable = isRetriable
    }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
