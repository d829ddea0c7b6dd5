public import MessageBus
public import VitalRecords

/// What happened to a reading, as far as its producer knows.
public struct ReadingDisposition: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is stored in the producer's outbox; the session manager has not answered yet.
    public static let outbox = Self(rawValue: "outbox")
    /// It is a person's record in the queue.
    public static let submitted = Self(rawValue: "submitted")
    /// It waits until a person confirms it.
    public static let held = Self(rawValue: "held")
    /// It is the default user's: only the event and the reply have it.
    public static let notStored = Self(rawValue: "notStored")
    /// It is the record of a session that has ended.
    public static let unsynced = Self(rawValue: "unsynced")
    /// It was already known, and nothing changed.
    public static let repeated = Self(rawValue: "repeat")
    /// The session manager refused it.
    public static let refused = Self(rawValue: "refused")

    /// The values that this version knows.
    public static let known: [Self] = [.outbox, .submitted, .held, .notStored, .unsynced, .repeated, .refused]
}

/// What the session manager decided about one reading.
public struct ReadingFate: Codable, Sendable, Hashable {
    /// The reading.
    public var readingKey: ReadingKey
    /// What happened to it.
    public var fate: ReadingDisposition
    /// The seat, once an owner is decided.
    @CheckedID public var seat: String?
    /// Its record, once an owner is decided.
    public var logID: LogID?
    /// Why it is held.
    public var reason: HeldReason?
    /// The seat that the device is assigned to, if that contradicts the requested seat.
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
    /// The seat of the reading, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The peripheral's catalogue number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID
    /// The readings, the newest 32; in events with values only if the seat shares them, in a reply always.
    public var records: [Reading]
    /// What happened to the newest reading.
    public var disposition: ReadingDisposition
    /// What happened to each reading; absent in `passiveDidRead`, which does not wait for the decision.
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
