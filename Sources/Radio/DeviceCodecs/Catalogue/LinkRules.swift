/// How a device of some quirks is to be treated on a link: what the reader does differently for it.
public struct LinkRules: Hashable, Sendable {
    /// How long to wait between service discovery and the first subscription, in milliseconds.
    public let subscribeDelay: Int
    /// How long to wait before each request for records, in milliseconds.
    public let requestPause: Int
    /// After how long a count of records that is not answered is asked for again, in milliseconds.
    public let countRetry: Int
    /// After how long a reading of records that is not answered is asked for again, in milliseconds.
    public let readRetry: Int
    /// True only for models whose record numbers are known to rise with time and stay.
    ///
    /// All others are asked for all records: a number that ran backwards would hide the new ones.
    public let trustsSequence: Bool
    /// After how much silence the link is cut, in milliseconds; nil where the reader's setting holds.
    public let idleLimit: Int?
    /// How the device's clock is read and set.
    public let clock: ClockAccess
    /// By how much the clock must be off before it is set, in seconds.
    public let clockTolerance: Int
    /// True where pairing is asked for at once after connecting.
    public let pairsOnConnect: Bool
    /// True where nothing is read before the bond is made.
    public let bondsBeforeReading: Bool
    /// True where the link is cut right after bonding.
    public let disconnectsAfterBond: Bool
    /// True where a device that is not bonded is connected for pairing only.
    public let connectsOnlyBonded: Bool
    /// True where a passkey is shown that the person types into the device.
    public let showsPasskey: Bool
    /// True where the device is connected when its advertisement stands still, not at first sight.
    public let connectsAfterMeasurement: Bool

    /// The rules that follow from a model's quirks.
    public init(_ quirks: Set<DeviceQuirk>) {
        // Every device: those that need it are not always told by their name.
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

    /// The request that brings what is new: from the first unknown number on, where numbers can be trusted.
    ///
    /// - Parameter newest: The highest number that is known to be kept, or nil.
    public func request(after newest: UInt16?) -> RecordAccessRequest {
        guard trustsSequence, let newest, newest < .max else { return .reportAll }
        return .reportSince(sequence: newest + 1)
    }
}
