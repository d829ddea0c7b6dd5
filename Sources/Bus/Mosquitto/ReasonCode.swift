import CMosquitto

/// An MQTT 5 reason code (§2.4): below 128 means success, the rest failure.
public struct ReasonCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// Accepted.
    public static let success = ReasonCode(rawValue: 0)
    /// Accepted, without subscribers.
    public static let noMatchingSubscribers = ReasonCode(rawValue: 16)
    /// The broker does not speak this version of MQTT.
    public static let unsupportedProtocolVersion = ReasonCode(rawValue: 132)
    /// User name or password is wrong.
    public static let badUserNameOrPassword = ReasonCode(rawValue: 134)
    /// The broker's access rules forbid it.
    public static let notAuthorized = ReasonCode(rawValue: 135)
    /// The broker has excluded this client.
    public static let banned = ReasonCode(rawValue: 138)
    /// The packet exceeds the broker's limit.
    public static let packetTooLarge = ReasonCode(rawValue: 149)

    /// The byte on the wire.
    public let rawValue: UInt8

    /// Wraps a byte from the wire.
    ///
    /// - Parameter rawValue: The byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Whether the broker refused.
    public var isFailure: Bool { rawValue >= 128 }

    /// The number and the library's text for it.
    public var description: String {
        guard let words = mosquitto_reason_string(Int32(rawValue)) else { return "\(rawValue)" }
        return "\(rawValue) (\(String(cString: words)))"
    }

    /// Whether the same request may succeed later without a change.
    ///
    /// Unspecified, implementation specific, server unavailable, busy, shutting down, keep-alive timeout, session taken
    /// over, packet id in use, receive maximum exceeded, rate too high, quota exceeded, connection rate exceeded,
    /// maximum connect time.
    var isTransient: Bool {
        [128, 131, 136, 137, 139, 141, 142, 145, 147, 150, 151, 159, 160].contains(rawValue)
    }
}
