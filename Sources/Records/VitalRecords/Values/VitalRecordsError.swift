/// Why a record, a reading or a part of them was refused.
public struct VitalRecordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    ///
    /// More codes may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An identifier has an invalid character or length.
        public static let invalidIdentifier = Code(rawValue: "invalidIdentifier")
        /// A field has an invalid value.
        public static let invalidField = Code(rawValue: "invalidField")
        /// A field is too long or has too many entries.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// A time is outside the valid range.
        public static let timeOutOfRange = Code(rawValue: "timeOutOfRange")
        /// The metric does not have the unit.
        public static let unknownUnit = Code(rawValue: "unknownUnit")
        /// The result does not fit into a number.
        public static let overflow = Code(rawValue: "overflow")
    }

    /// The kind of failure.
    public let code: Code

    /// The invalid field, by its name in JSON.
    public let field: String

    /// The fault and its remedy.
    ///
    /// It never contains a person's value.
    public let message: String

    /// Creates an error about a field.
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
