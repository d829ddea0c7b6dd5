/// Any frame of the Record Access Control Point 0x2A52, a client's or a device's, for people to look at.
public enum RecordAccessFrame: Hashable, Sendable {
    /// A device's answer to a procedure.
    case response(request: UInt8, code: RecordAccessCode)
    /// A device's count of records.
    case count(UInt16)
    /// Anything else: a client's request, or an operation code that is not known.
    case other(opcode: UInt8, operator: UInt8, operand: [UInt8])

    /// Decodes a frame.
    ///
    /// Bytes behind an answer and a count are ignored.
    ///
    /// - Throws: ``CodecError`` with `truncated`, `empty`, `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        let opcode = try reader.uint8("operation code")
        let operation = try reader.uint8("operator")
        switch opcode {
        case 5: self = .count(try reader.uint16("number of records"))
        case 6:
            let request = try reader.uint8("request operation code")
            self = .response(request: request, code: RecordAccessCode(rawValue: try reader.uint8("response code")))
        default: self = .other(opcode: opcode, operator: operation, operand: reader.rest())
        }
    }

    /// The frame's fields by the names that `vitalbus decode` shows.
    var fields: [DecodedField] {
        switch self {
        case .response(let request, let code):
            [
                DecodedField("opcode", .integer(6)), DecodedField("request_opcode", .integer(request)),
                DecodedField("response_code", .integer(code.rawValue)),
            ]
        case .count(let count): [DecodedField("opcode", .integer(5)), DecodedField("count", .integer(count))]
        case .other(let opcode, let operation, let operand):
            [
                DecodedField("opcode", .integer(opcode)), DecodedField("operator", .integer(operation)),
                DecodedField("operand", .text(DecodedValue.hex(operand))),
            ]
        }
    }
}

/// What is asked of a device's stored records (Record Access Control Point 0x2A52).
///
/// There is no request that deletes: a meter's memory is its owner's.
public enum RecordAccessRequest: Hashable, Sendable {
    /// Send all records.
    case reportAll
    /// Send the records from a number on.
    case reportSince(sequence: UInt16)
    /// Send the records from a user-facing time on.
    case reportSinceTime(GATTDateTime)
    /// Send the first record of the memory.
    case reportFirst
    /// Send the last record of the memory.
    case reportLast
    /// Count all records.
    case countAll
    /// Count the records from a number on.
    case countSince(sequence: UInt16)
    /// Stop what is going on.
    case abort

    /// The bytes to write, with response.
    public var bytes: [UInt8] {
        switch self {
        case .reportAll: [1, 1]
        case .reportSince(let sequence): [1, 3] + Self.filter(sequence)
        case .reportSinceTime(let time): [1, 3, 2] + time.encoded
        case .reportFirst: [1, 5]
        case .reportLast: [1, 6]
        case .countAll: [4, 1]
        case .countSince(let sequence): [4, 3] + Self.filter(sequence)
        case .abort: [3, 0]
        }
    }

    private static func filter(_ sequence: UInt16) -> [UInt8] {
        [1, UInt8(truncatingIfNeeded: sequence), UInt8(truncatingIfNeeded: sequence >> 8)]
    }
}

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
