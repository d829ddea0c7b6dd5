/// A frame of the Record Access Control Point 0x2A52 in either direction, decoded for display.
public enum RecordAccessFrame: Hashable, Sendable {
    /// The device's response code for a procedure.
    case response(request: UInt8, code: RecordAccessCode)
    /// The device's number of stored records.
    case count(UInt16)
    /// Anything else: a client's request, or an unassigned opcode.
    case other(opcode: UInt8, operator: UInt8, operand: [UInt8])

    /// Decodes a frame.
    ///
    /// Ignores bytes after a response code or a count.
    ///
    /// - Throws: ``CodecError``: `truncated`, `empty`, or `oversized`.
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

    /// The fields, named as `vitalbus decode` shows them.
    var fields: [DecodedField] {
        switch self {
        case .response(let request, let code):
            [
                DecodedField("opcode", value: .integer(6)), DecodedField("request_opcode", value: .integer(request)),
                DecodedField("response_code", value: .integer(code.rawValue)),
            ]
        case .count(let count):
            [DecodedField("opcode", value: .integer(5)), DecodedField("count", value: .integer(count))]
        case .other(let opcode, let operation, let operand):
            [
                DecodedField("opcode", value: .integer(opcode)), DecodedField("operator", value: .integer(operation)),
                DecodedField("operand", value: .text(DecodedValue.hex(operand))),
            ]
        }
    }
}

/// A request to the Record Access Control Point 0x2A52.
///
/// No request deletes records: a meter's memory belongs to its owner.
public enum RecordAccessRequest: Hashable, Sendable {
    /// Report all stored records.
    case reportAll
    /// Report records with this sequence number or a higher one.
    case reportSince(sequence: UInt16)
    /// Report records from this user-facing time on.
    case reportSinceTime(GATTDateTime)
    /// Report the first stored record.
    case reportFirst
    /// Report the last stored record.
    case reportLast
    /// Report the number of stored records.
    case countAll
    /// Report the number of records with this sequence number or a higher one.
    case countSince(sequence: UInt16)
    /// Abort the running procedure.
    case abort

    /// The bytes to write, using a write with response.
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

/// A response code of the Record Access Control Point 0x2A52.
public struct RecordAccessCode: RawRepresentable, Hashable, Sendable {
    /// The raw byte.
    public let rawValue: UInt8

    /// Wraps a raw byte, assigned or not.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The procedure completed; all records have been sent.
    public static let success = RecordAccessCode(rawValue: 1)
    /// The device does not support the opcode.
    public static let operationNotSupported = RecordAccessCode(rawValue: 2)
    /// The operator is invalid.
    public static let invalidOperator = RecordAccessCode(rawValue: 3)
    /// The device does not support the operator.
    public static let operatorNotSupported = RecordAccessCode(rawValue: 4)
    /// The operand is invalid.
    public static let invalidOperand = RecordAccessCode(rawValue: 5)
    /// No stored record matches; an empty result, not a failure.
    public static let noRecordsFound = RecordAccessCode(rawValue: 6)
    /// The device could not complete the procedure.
    public static let notCompleted = RecordAccessCode(rawValue: 8)
    /// The device does not support the filter of the operand.
    public static let operandNotSupported = RecordAccessCode(rawValue: 9)

    /// Whether the device rejects this form of request, so that a simpler one may succeed.
    public var asksForPlainerRequest: Bool {
        [.operationNotSupported, .operatorNotSupported, .operandNotSupported, .invalidOperator, .invalidOperand]
            .contains(self)
    }
}
