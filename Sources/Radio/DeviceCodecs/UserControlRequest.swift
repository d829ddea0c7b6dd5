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
