/// Any frame of the User Control Point 0x2A9F, a client's or a scale's.
public enum UserControlFrame: Hashable, Sendable {
    /// A scale's answer, with what it says beside the code: for a new user its number, for a list the count.
    case response(request: UInt8, code: UserControlCode, parameter: [UInt8])
    /// A client's wish for a new user.
    case register(consent: UInt16)
    /// A client's consent for a user.
    case consent(user: UInt8, consent: UInt16)
    /// Anything else.
    case other(opcode: UInt8, parameter: [UInt8])

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` with `truncated`, `empty`, `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try ByteReader(bytes)
        let opcode = try reader.uint8("operation code")
        switch opcode {
        case 1: self = .register(consent: try reader.uint16("consent code"))
        case 2:
            let user = try reader.uint8("user index")
            self = .consent(user: user, consent: try reader.uint16("consent code"))
        case 0x20:
            let request = try reader.uint8("request operation code")
            let code = UserControlCode(rawValue: try reader.uint8("response value"))
            // Only a success has something to say: a new user's number cannot be guessed, so it must be there.
            let needsUser = request == 1 && code == .success
            let first = needsUser ? [try reader.uint8("user index")] : []
            self = .response(request: request, code: code, parameter: first + reader.rest())
        default: self = .other(opcode: opcode, parameter: reader.rest())
        }
    }

    /// The number that a scale gave a new user, or nil where this is no such answer.
    public var newUser: UInt8? {
        guard case .response(1, .success, let parameter) = self else { return nil }
        return parameter.first
    }

    /// The frame's fields by the names that `vitalbus decode` shows.
    var fields: [DecodedField] {
        switch self {
        case .response(let request, let code, let parameter):
            [
                DecodedField("opcode", .integer(0x20)), DecodedField("request_opcode", .integer(request)),
                DecodedField("response_code", .integer(code.rawValue)),
            ] + (newUser.map { [DecodedField("user_id", .integer($0))] } ?? Self.field(parameter))
        case .register(let consent):
            [DecodedField("opcode", .integer(1)), DecodedField("consent_code", .integer(consent))]
        case .consent(let user, let consent):
            [
                DecodedField("opcode", .integer(2)), DecodedField("user_id", .integer(user)),
                DecodedField("consent_code", .integer(consent)),
            ]
        case .other(let opcode, let parameter):
            [DecodedField("opcode", .integer(opcode))] + Self.field(parameter)
        }
    }

    private static func field(_ parameter: [UInt8]) -> [DecodedField] {
        [DecodedField("parameter", .text(DecodedValue.hex(parameter)))]
    }
}
