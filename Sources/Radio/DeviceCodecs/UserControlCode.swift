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
