/// How the reader treats a device with certain quirks on a link.
public struct LinkRules: Hashable, Sendable {
    /// Pause between service discovery and the first subscription, in milliseconds.
    public let subscribeDelay: Int
    /// Pause before each request for records, in milliseconds.
    public let requestPause: Int
    /// Time after which an unanswered request for the record count is repeated, in milliseconds.
    public let countRetry: Int
    /// Time after which an unanswered request for records is repeated, in milliseconds.
    public let readRetry: Int
    /// Silence after which the link is cut, in milliseconds; nil for the reader's setting.
    public let idleLimit: Int?
    /// How the device's clock is read and set.
    public let clock: ClockAccess
    /// Smallest deviation in seconds at which the clock is set.
    public let clockTolerance: Int
    /// Whether the device is read only once it is bonded.
    public let bondsBeforeReading: Bool
    /// Whether an unbonded device is connected for pairing only.
    public let connectsOnlyBonded: Bool

    /// Derives the rules from a model's quirks.
    public init(_ quirks: Set<DeviceQuirk>) {
        // For every device, since those that need it are not always recognisable by name.
        subscribeDelay = 100
        let isPaced = quirks.contains(.countPause)
        requestPause = isPaced ? 500 : 0
        countRetry = 1_000
        readRetry = 5_000
        idleLimit = quirks.contains(.andShortIdle) ? 2_000 : nil
        clock = ClockAccess(quirks)
        clockTolerance = quirks.contains(.omronTimeOnNotify) ? 600 : 120
        bondsBeforeReading = quirks.contains(.bondBeforeRead)
        connectsOnlyBonded = quirks.contains(.andNoConnectUnpaired)
    }
}
