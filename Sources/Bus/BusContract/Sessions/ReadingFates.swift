public import MessageBus
public import VitalRecords

/// What became of a reading, as far as its producer knows.
public struct ReadingDisposition: ContractWord {
    /// The word on the wire.
    public let rawValue: String

    /// Carries a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is safe in the producer's outbox; the session manager has not answered yet.
    public static let outbox = Self(rawValue: "outbox")
    /// It is a person's record in the queue.
    public static let submitted = Self(rawValue: "submitted")
    /// It waits until a person confirms it.
    public static let held = Self(rawValue: "held")
    /// It is the default user's: only the event and the reply have it.
    public static let notStored = Self(rawValue: "notStored")
    /// It is the record of a session that has ended.
    public static let unsynced = Self(rawValue: "unsynced")
    /// It was known already, and nothing changed.
    public static let repeated = Self(rawValue: "repeat")
    /// The session manager refused it.
    public static let refused = Self(rawValue: "refused")

    /// The words of this version.
    public static let known: [Self] = [.outbox, .submitted, .held, .notStored, .unsynced, .repeated, .refused]
}

/// What the session manager decided about one reading.
public struct ReadingFate: Codable, Sendable, Hashable {
    /// The reading.
    public var readingKey: ReadingKey
    /// What became of it.
    public var fate: ReadingDisposition
    /// Whose it is, once a person is decided.
    @CheckedID public var seat: String?
    /// Its record, once a person is decided.
    public var logID: LogID?
    /// Why it is held.
    public var reason: HeldReason?
    /// Whose the device is by its assignment, where that speaks against the seat that was asked for.
    public var assignedSeat: String?
    /// Why it was refused.
    public var error: WireFault?

    /// Makes a fate.
    public init(
        readingKey: ReadingKey,
        fate: ReadingDisposition,
        seat: String? = nil,
        logID: LogID? = nil,
        reason: HeldReason? = nil,
        assignedSeat: String? = nil,
        error: WireFault? = nil
    ) {
        self.readingKey = readingKey
        self.fate = fate
        self.seat = seat
        self.logID = logID
        self.reason = reason
        self.assignedSeat = assignedSeat
        self.error = error
    }
}

/// A device was read.
public struct PeripheralDidRead: Codable, Sendable, Hashable {
    /// The seat it was done for, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The catalogue's number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID
    /// What was read, the newest 32; in events values only where the seat shares them, in a reply always.
    public var records: [Reading]
    /// What became of the newest reading.
    public var disposition: ReadingDisposition
    /// What became of each of them; absent in `passiveDidRead`, whose reader does not wait for it.
    public var fates: [ReadingFate]?

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        peripheralID: Int,
        device: DeviceID,
        records: [Reading],
        disposition: ReadingDisposition,
        fates: [ReadingFate]? = nil
    ) {
        self.seat = seat
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
        self.records = records
        self.disposition = disposition
        self.fates = fates
    }
}
