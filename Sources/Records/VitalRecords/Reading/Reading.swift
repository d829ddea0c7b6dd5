public import FoundationEssentials

/// What a device or a display said, before anyone decides whose it is.
///
/// Producers send it.
public struct Reading: Hashable, Sendable {
    /// Names the reading for ever.
    public var readingKey: ReadingKey
    /// Equal on all hubs that may hold one reading under different keys; nil where keys never differ.
    ///
    /// Only for readings without time and sequence. The session manager merges equal ones of different hubs within
    /// 60 seconds. See ``ReadingKey/bluetoothTwin(device:measurement:)``.
    public var twinKey: ReadingKey?
    /// The decoder's revision, 1 to 2^53 - 1.
    ///
    /// A higher one of the same key replaces the values.
    public var revision: Int
    /// The kind of record that it makes.
    public var type: RecordType
    /// When it was measured, in UTC, to the millisecond.
    public var timestamp: Date
    /// How far local time was ahead of UTC, in seconds, or nil where nobody knows.
    public var utcOffset: Int?
    /// How much the timestamp is worth.
    public var timeQuality: TimeQuality
    /// The local time as the device sent it.
    public var deviceTime: String?
    /// How far the device's clock was ahead of the hub's, in seconds.
    public var clockOffsetSeconds: Int?
    /// When the hub received it, in UTC, to the millisecond.
    public var receivedAt: Date
    /// The hub that received it.
    public var hub: HubID
    /// The seat that it was made for, where the producer was told one.
    public var seat: SeatID?
    /// The device, for Bluetooth.
    public var device: DeviceID?
    /// The device's own number for its user, or nil where it sent none or "unknown".
    public var userIndex: Int?
    /// Where it comes from.
    public var source: RecordSource
    /// The values.
    public var measurements: [Measurement]
    /// What was said beside the values.
    public var context: ReadingContext?
    /// What a record of a time span says more; nil for a moment's values.
    public var details: RecordDetails?
    /// True for a reading out of a memory; false for a live one.
    public var history: Bool
    /// True where whoever asked for it wants to confirm it first; nil and false let the assignments decide.
    public var awaitsConfirmation: Bool?
    /// When somebody asked for the device to be read for ``seat``; nil for any other reading.
    ///
    /// That word is for what is measured from then on, not for what the device's memory brings along.
    public var askedAt: Date?
    /// The session that an import was made for; nil for what an assignment decides.
    ///
    /// What a person exported tells of years before the session: its time says nothing of whose it is.
    public var sessionID: String?

    /// Makes a reading.
    ///
    /// All times are rounded to the millisecond.
    public init(
        readingKey: ReadingKey,
        twinKey: ReadingKey? = nil,
        revision: Int = 1,
        type: RecordType,
        timestamp: Date,
        utcOffset: Int? = nil,
        timeQuality: TimeQuality = .unknown,
        deviceTime: String? = nil,
        clockOffsetSeconds: Int? = nil,
        receivedAt: Date,
        hub: HubID,
        seat: SeatID? = nil,
        device: DeviceID? = nil,
        userIndex: Int? = nil,
        source: RecordSource,
        measurements: [Measurement],
        context: ReadingContext? = nil,
        details: RecordDetails? = nil,
        history: Bool = false,
        awaitsConfirmation: Bool? = nil,
        askedAt: Date? = nil,
        sessionID: String? = nil
    ) {
        self.readingKey = readingKey
        self.twinKey = twinKey
        self.revision = revision
        self.type = type
        self.timestamp = timestamp.roundedToMilliseconds
        self.utcOffset = utcOffset
        self.timeQuality = timeQuality
        self.deviceTime = deviceTime
        self.clockOffsetSeconds = clockOffsetSeconds
        self.receivedAt = receivedAt.roundedToMilliseconds
        self.hub = hub
        self.seat = seat
        self.device = device
        self.userIndex = userIndex
        self.source = source
        self.measurements = measurements
        self.context = context
        self.details = details
        self.history = history
        self.awaitsConfirmation = awaitsConfirmation
        self.askedAt = askedAt?.roundedToMilliseconds
        self.sessionID = sessionID
    }
}

extension Reading {
    /// The user index of a device that tells its users apart and does not know who it was (Weight Scale 1.0, User ID).
    public static let unknownUser = 255

    /// Whether only an assignment of the reading's own user index may own it.
    ///
    /// A scale that tells its users apart says whose weight it is: another index is another person, who may be a visitor.
    public var needsExactUser: Bool { source.kind == .bluetooth && type == .weight && userIndex != nil }
}

/// How much the timestamp of a reading is worth.
///
/// Unknown ones are carried.
public struct TimeQuality: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The device's own clock, taken as it is.
    public static let deviceClock = TimeQuality(rawValue: "deviceClock")
    /// The device's clock, corrected by its measured offset.
    public static let corrected = TimeQuality(rawValue: "corrected")
    /// The moment of reception: the device had no usable clock.
    public static let received = TimeQuality(rawValue: "received")
    /// Nobody knows when it was measured.
    public static let unknown = TimeQuality(rawValue: "unknown")
}
