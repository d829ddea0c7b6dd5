/// Why an input cannot be imported at all.
///
/// Damage inside of an input is no error: it is reported as ``HealthDamage``, and what came before is delivered.
public struct HealthInputsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a stable word.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String

        /// Makes a code of any word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nothing that is known here was seen in the input.
        public static let unknownInput = Code(rawValue: "unknownInput")
        /// The input is known and is not imported.
        public static let unsupportedInput = Code(rawValue: "unsupportedInput")
        /// The input is encrypted.
        public static let encrypted = Code(rawValue: "encrypted")
        /// The input cannot be read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// There is more at once than an import holds in memory.
        public static let tooDense = Code(rawValue: "tooDense")
    }

    /// What is wrong.
    public let code: Code
    /// What was seen, and the way out.
    ///
    /// Never a value or a name of a person.
    public let message: String
    /// Whether the same may succeed later.
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
