/// Why a record, a reading or one of their parts was refused.
public struct VitalRecordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, for programs.
    ///
    /// More codes can come later.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An identifier has a wrong character or length.
        public static let invalidIdentifier = Code(rawValue: "invalidIdentifier")
        /// A field has a value that it cannot have.
        public static let invalidField = Code(rawValue: "invalidField")
        /// A field is longer, or has more entries, than it may.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// A time is outside of what a reading can have.
        public static let timeOutOfRange = Code(rawValue: "timeOutOfRange")
        /// The unit is not one that the metric can have.
        public static let unknownUnit = Code(rawValue: "unknownUnit")
        /// The result does not fit into a number.
        public static let overflow = Code(rawValue: "overflow")
    }

    /// What is wrong.
    public let code: Code

    /// The field at fault, as its JSON names it.
    public let field: String

    /// What is wrong and the way out.
    ///
    /// Never a value of a person's reading.
    public let message: String

    /// Makes an error about a field.
    public init(code: Code, field: String, message: String) {
        self.code = code
        self.field = field
        self.message = message
    }

    /// False: the same input is refused again.
    public var isRetriable: Bool { false }

    /// The code, the field and the message.
    public var description: String { "\(code.rawValue) (\(field)): \(message)" }
}
