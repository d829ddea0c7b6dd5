/// How a device ended a procedure of its record access control point (0x2A52).
public struct RecordAccessCode: RawRepresentable, Hashable, Sendable {
    /// The byte as the device sent it.
    public let rawValue: UInt8

    /// Takes the byte, known or not.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Done: all records have been sent.
    public static let success = RecordAccessCode(rawValue: 1)
    /// The device does not know the operation.
    public static let operationNotSupported = RecordAccessCode(rawValue: 2)
    /// The operator is none.
    public static let invalidOperator = RecordAccessCode(rawValue: 3)
    /// The device does not know the operator.
    public static let operatorNotSupported = RecordAccessCode(rawValue: 4)
    /// The operand makes no sense.
    public static let invalidOperand = RecordAccessCode(rawValue: 5)
    /// Nothing is stored that was asked for: an empty result, no failure.
    public static let noRecordsFound = RecordAccessCode(rawValue: 6)
    /// The procedure could not be stopped.
    public static let abortUnsuccessful = RecordAccessCode(rawValue: 7)
    /// The device could not finish.
    public static let notCompleted = RecordAccessCode(rawValue: 8)
    /// The device does not know the filter.
    public static let operandNotSupported = RecordAccessCode(rawValue: 9)

    /// True where nothing more is to come and nothing went wrong.
    public var isOrderlyEnd: Bool { self == .success || self == .noRecordsFound }

    /// True where the device did not understand this request, so that a plainer one is worth a try.
    public var asksForPlainerRequest: Bool {
        [.operationNotSupported, .operatorNotSupported, .operandNotSupported, .invalidOperator, .invalidOperand]
            .contains(self)
    }
}
