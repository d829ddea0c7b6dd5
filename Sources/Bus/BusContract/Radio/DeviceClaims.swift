public import MessageBus
public import VitalRecords

extension ReaderTopics {
    /// Which hub reads a device that several hubs receive: the readers of a site decide it among themselves.
    public static let deviceClaim = Topic<DeviceClaim>(
        "deviceClaim",
        at: "event/deviceClaim",
        writers: [TopicGrant(.deviceReader, reach: .own)],
        readers: [TopicGrant(.deviceReader, reach: .site)]
    )
}

/// A hub wants a device, reads it, or has finished with it.
public struct DeviceClaim: Codable, Sendable, Hashable {
    /// Always null: a claim does not concern a person.
    @ExplicitNull public var seat: String?
    /// The hub that claims.
    @CheckedID public var hub: String
    /// The device.
    public var device: DeviceID
    /// The device's signal at that hub, in dBm; absent if unknown.
    public var rssi: Int?
    /// Whether that hub is paired with it.
    public var bonded: Bool
    /// What the hub does with the device.
    public var state: ClaimState
    /// With `released`: whether the device was read, so that no other hub reads it again.
    public var done: Bool?

    /// Makes a claim.
    public init(hub: String, device: DeviceID, rssi: Int?, bonded: Bool, state: ClaimState, done: Bool? = nil) {
        self.hub = hub
        self.device = device
        self.rssi = rssi
        self.bonded = bonded
        self.state = state
        self.done = done
    }
}

/// What a hub does with a device that it claims.
public struct ClaimState: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It wants to read the device, and briefly waits for better hubs.
    public static let wanted = Self(rawValue: "wanted")
    /// It reads the device; repeated every 5 s.
    public static let taken = Self(rawValue: "taken")
    /// It no longer reads the device.
    public static let released = Self(rawValue: "released")

    /// The values that this version knows.
    public static let known: [Self] = [.wanted, .taken, .released]
}
