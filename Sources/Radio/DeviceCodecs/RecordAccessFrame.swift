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
        var reader = try ByteReader(bytes)
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
