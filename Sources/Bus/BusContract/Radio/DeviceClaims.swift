public import MessageBus
public import VitalRecords

extension ReaderTopics {
    /// Which hub reads a device that several hear: the readers of a site settle it among themselves.
    public static let deviceClaim = Topic<DeviceClaim>(
        "deviceClaim",
        at: "event/deviceClaim",
        writers: [TopicGrant(.deviceReader, reach: .own)],
        readers: [TopicGrant(.deviceReader, reach: .site)]
    )
}

/// A hub wants a device, reads it, or is done with it.
public struct DeviceClaim: Codable, Sendable, Hashable {
    /// Always null: a claim has no person.
    @ExplicitNull public var seat: String?
    /// The hub that claims.
    @CheckedID public var hub: String
    /// The device.
    public var device: DeviceID
    /// How strong that hub hears it, in dBm; absent where it is unknown.
    public var rssi: Int?
    /// Whether that hub is paired with it.
    public var bonded: Bool
    /// What the hub does with it.
    public var state: ClaimState
    /// With `released`: whether it was read, so that nobody else has to.
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
    /// The word on the wire.
    public let rawValue: String

    /// Carries a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It would read the device, and waits a moment for better ones.
    public static let wanted = Self(rawValue: "wanted")
    /// It reads the device; said again every 5 s.
    public static let taken = Self(rawValue: "taken")
    /// It reads the device no more.
    public static let released = Self(rawValue: "released")

    /// The words of this version.
    public static let known: [Self] = [.wanted, .taken, .released]
}
