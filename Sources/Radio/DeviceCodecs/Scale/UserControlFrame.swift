/// A frame of the User Control Point 0x2A9F in either direction.
public enum UserControlFrame: Hashable, Sendable {
    /// The scale's response; the parameter holds the index of a new user, or the count of a list.
    case response(request: UInt8, code: UserControlCode, parameter: [UInt8])
    /// A client's request to register a new user.
    case register(consent: UInt16)
    /// A client's consent code for a user.
    case consent(user: UInt8, consent: UInt16)
    /// Any other frame.
    case other(opcode: UInt8, parameter: [UInt8])

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError``: `truncated`, `empty`, or `oversized`.
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
            // A new user's index cannot be guessed, so a success must carry it.
            let needsUser = request == 1 && code == .success
            let first = needsUser ? [try reader.uint8("user index")] : []
            self = .response(request: request, code: code, parameter: first + reader.rest())
        default: self = .other(opcode: opcode, parameter: reader.rest())
        }
    }

    /// The index that the scale assigned to a new user; nil for any other response.
    public var newUser: UInt8? {
        guard case .response(1, .success, let parameter) = self else { return nil }
        return parameter.first
    }

    /// The fields, named as `vitalbus decode` shows them.
    var fields: [DecodedField] {
        switch self {
        case .response(let request, let code, let parameter):
            [
                DecodedField("opcode", value: .integer(0x20)), DecodedField("request_opcode", value: .integer(request)),
                DecodedField("response_code", value: .integer(code.rawValue)),
            ] + (newUser.map { [DecodedField("user_id", value: .integer($0))] } ?? Self.field(parameter))
        case .register(let consent):
            [DecodedField("opcode", value: .integer(1)), DecodedField("consent_code", value: .integer(consent))]
        case .consent(let user, let consent):
            [
                DecodedField("opcode", value: .integer(2)), DecodedField("user_id", value: .integer(user)),
                DecodedField("consent_code", value: .integer(consent)),
            ]
        case .other(let opcode, let parameter):
            [DecodedField("opcode", value: .integer(opcode))] + Self.field(parameter)
        }
    }

    private static func field(_ parameter: [UInt8]) -> [DecodedField] {
        [DecodedField("parameter", value: .text(DecodedValue.hex(parameter)))]
    }
}

/// A request to the User Control Point 0x2A9F (User Data Service 1.1).
///
/// No request deletes a user's data.
public enum UserControlRequest: Hashable, Sendable {
    /// Register a new user with this consent code (0 to 9999); the response holds the index.
    case register(consent: UInt16)
    /// Consent to access to this user's data.
    case consent(user: UInt8, consent: UInt16)
    /// List all users; the response holds their count.
    case listAll

    /// The bytes to write, using a write with response.
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

/// A response code of the User Control Point 0x2A9F.
public struct UserControlCode: RawRepresentable, Hashable, Sendable {
    /// The raw byte.
    public let rawValue: UInt8

    /// Wraps a raw byte, assigned or not.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The procedure completed.
    public static let success = UserControlCode(rawValue: 1)
    /// The parameter is invalid, for example an unknown user.
    public static let invalidParameter = UserControlCode(rawValue: 3)
    /// The procedure failed, for example because no user slot is free.
    public static let operationFailed = UserControlCode(rawValue: 4)
    /// The consent code is wrong.
    public static let userNotAuthorized = UserControlCode(rawValue: 5)
}
