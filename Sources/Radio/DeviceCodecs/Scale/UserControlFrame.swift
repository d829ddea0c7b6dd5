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
        var reader = try FrameReader(bytes)
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

/// What is asked of a scale's users (User Control Point 0x2A9F, User Data Service 1.1).
///
/// There is no request that deletes a user's data.
public enum UserControlRequest: Hashable, Sendable {
    /// Make a new user with this consent code (0 to 9999); the answer has the number.
    case register(consent: UInt16)
    /// Let this user's data be read.
    case consent(user: UInt8, consent: UInt16)
    /// Count the users.
    case listAll

    /// The bytes to write, with response.
    public var bytes: [UInt8] {
        switch self {
        case .register(let consent): [1] + Self.littleEndian(consent)
        case .consent(let user, let consent): [2, user] + Self.littleEndian(consent)
        case .listAll: [4]
        }
    }

    private static func littleEndian(_ value: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
}

/// How a scale answered a request to its User Control Point (0x2A9F).
public struct UserControlCode: RawRepresentable, Hashable, Sendable {
    /// The byte as the device sent it.
    public let rawValue: UInt8

    /// Takes the byte, known or not.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Done.
    public static let success = UserControlCode(rawValue: 1)
    /// The device does not know the operation.
    public static let operationNotSupported = UserControlCode(rawValue: 2)
    /// The parameter makes no sense: an unknown user, for example.
    public static let invalidParameter = UserControlCode(rawValue: 3)
    /// It failed: no place for another user, for example.
    public static let operationFailed = UserControlCode(rawValue: 4)
    /// The consent code is wrong.
    public static let userNotAuthorized = UserControlCode(rawValue: 5)
}
