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
    /// Whether the model's sequence numbers are known to rise with time and to stay.
    ///
    /// All others report all records: with numbers that run backwards, a filter would hide the new ones.
    public let trustsSequence: Bool
    /// Silence after which the link is cut, in milliseconds; nil for the reader's setting.
    public let idleLimit: Int?
    /// How the device's clock is read and set.
    public let clock: ClockAccess
    /// Smallest deviation in seconds at which the clock is set.
    public let clockTolerance: Int
    /// Whether pairing starts right after connecting.
    public let pairsOnConnect: Bool
    /// Whether the device is read only once it is bonded.
    public let bondsBeforeReading: Bool
    /// Whether the link is cut right after bonding.
    public let disconnectsAfterBond: Bool
    /// Whether an unbonded device is connected for pairing only.
    public let connectsOnlyBonded: Bool
    /// Whether the hub shows a passkey that the person types into the device.
    public let showsPasskey: Bool
    /// Whether to connect only once the advertisement stays unchanged, not at first sight.
    public let connectsAfterMeasurement: Bool

    /// Derives the rules from a model's quirks.
    public init(_ quirks: Set<DeviceQuirk>) {
        // For every device, since those that need it are not always recognisable by name.
        subscribeDelay = 100
        let isPaced = quirks.contains(.countPause)
        requestPause = isPaced ? 500 : 0
        countRetry = 1_000
        readRetry = 5_000
        trustsSequence = quirks.contains(.contourSinceSequence)
        idleLimit = quirks.contains(.andShortIdle) ? 2_000 : nil
        clock = ClockAccess(quirks)
        clockTolerance = quirks.contains(.omronTimeOnNotify) ? 600 : 120
        pairsOnConnect = quirks.contains(.pairOnConnect)
        bondsBeforeReading = quirks.contains(.bondBeforeRead)
        disconnectsAfterBond = quirks.contains(.andDisconnectAfterBond)
        connectsOnlyBonded = quirks.contains(.andNoConnectUnpaired)
        showsPasskey = quirks.contains(.randomPasskey)
        connectsAfterMeasurement = quirks.contains(.yonkerConnectAfter)
    }

    /// The request for new records: from the first unknown sequence number on, if the numbers are trusted.
    ///
    /// - Parameter newest: The highest sequence number known to be stored, or nil.
    public func request(after newest: UInt16?) -> RecordAccessRequest {
        guard trustsSequence, let newest, newest < .max else { return .reportAll }
        return .reportSince(sequence: newest + 1)
    }
}
