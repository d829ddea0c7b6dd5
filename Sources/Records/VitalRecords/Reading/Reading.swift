public import FoundationEssentials

/// What a device or display measured, before its person is decided.
///
/// Producers send it.
public struct Reading: Hashable, Sendable {
    /// The permanent key of the reading.
    public var readingKey: ReadingKey
    /// A key shared by all hubs that may hold the reading under different keys; nil if keys never differ.
    ///
    /// It is set only for readings without time and sequence. The session manager merges equal ones of different hubs
    /// within 60 seconds. See ``ReadingKey/bluetoothTwin(device:measurement:)``.
    public var twinKey: ReadingKey?
    /// The decoder's revision, 1 to 2^53 - 1.
    ///
    /// A higher revision of the same key replaces the values.
    public var revision: Int
    /// The type of the record that is made from it.
    public var type: RecordType
    /// The time of the measurement in UTC, to the millisecond.
    public var timestamp: Date
    /// The UTC offset of local time, in seconds; nil if unknown.
    public var utcOffset: Int?
    /// The reliability of the timestamp.
    public var timeQuality: TimeQuality
    /// The local time as the device sent it.
    public var deviceTime: String?
    /// How far the device's clock was ahead of the hub's, in seconds.
    public var clockOffsetSeconds: Int?
    /// The time when the hub received it, in UTC, to the millisecond.
    public var receivedAt: Date
    /// The hub that received it.
    public var hub: HubID
    /// The seat that it was made for, if the producer knows it.
    public var seat: SeatID?
    /// The device, for Bluetooth.
    public var device: DeviceID?
    /// The device's own index of its user; nil if it sent none or "unknown".
    public var userIndex: Int?
    /// The origin of the reading.
    public var source: RecordSource
    /// The values.
    public var measurements: [Measurement]
    /// Statements that accompany the values.
    public var context: ReadingContext?
    /// Further content of a record that covers a span of time; nil for an instant.
    public var details: RecordDetails?
    /// True for a reading from a device's memory; false for a live one.
    public var history: Bool
    /// True if the requester wants to confirm it first; nil and false let the assignments decide.
    public var awaitsConfirmation: Bool?
    /// When a person requested a reading of the device for ``seat``; nil for any other reading.
    ///
    /// The request applies to measurements made after it, not to the device's memory.
    public var askedAt: Date?
    /// The session that an import was made for; nil if an assignment decides.
    ///
    /// An export covers years before the session, so its times do not show whose it is.
    public var sessionID: String?
    /// Whether its device numbers its measurements; nil if the producer does not know.
    ///
    /// Equal bytes under one number are one measurement; without a number they may be two, see ``isMeasured(after:)``.
    public var isNumbered: Bool?
    /// When the device was first seen for a link that sent only this reading; nil for any other reading.
    ///
    /// It is set only if the time of the measurement is unknown and the device has no reason to repeat an earlier
    /// one.
    public var aloneSince: Date?
    /// True if values are left out here because they are not shared; nil if the list is complete, even if empty.
    public var valuesWithheld: Bool?

    /// Creates a reading.
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
        sessionID: String? = nil,
        isNumbered: Bool? = nil,
        aloneSince: Date? = nil
    ) {
        self.isNumbered = isNumbered
        self.aloneSince = aloneSince?.roundedToMilliseconds
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
    /// How far a device's clock and a link may be off when times are compared, in seconds.
    private static let slack: TimeInterval = 3

    /// Whether it is a separate measurement, although an earlier reading has equal bytes and the same device time.
    ///
    /// A clock that restarts at each switch-on shows the same time twice. A measurement that a device repeats was made
    /// before it was first received. Without a reliable time only ``aloneSince`` decides: the device had no reason to
    /// send an earlier one. If the clock is ahead, the answer is unknown.
    ///
    /// - Parameter seenAt: When the other one was received.
    public func isMeasured(after seenAt: Date) -> Bool {
        guard isNumbered == false, twinKey == nil, receivedAt > seenAt else { return false }
        guard timeQuality != .unknown else { return aloneSince.map { $0 > seenAt } ?? false }
        return timestamp > seenAt.addingTimeInterval(Self.slack)
            && timestamp <= receivedAt.addingTimeInterval(Self.slack)
    }

    /// The reading under a new key, because another measurement has its present key.
    ///
    /// - Parameter keys: The keys already given to such readings; a key of the same moment means that this reading was
    ///   sent again.
    public func measuredAgain(beside keys: [ReadingKey]) -> Reading {
        var reading = self
        // Each link has its own moment; a time computed on each link differs slightly.
        reading.readingKey =
            if timeQuality == .unknown {
                readingKey.isAgain ? readingKey : readingKey.again(at: aloneSince ?? timestamp)
            } else {
                keys.first { $0.isAgain(at: timestamp) } ?? readingKey.again(at: timestamp)
            }
        return reading
    }

    /// The user index of a device that distinguishes users but did not recognise this one (Weight Scale 1.0, User ID).
    public static let unknownUser = 255

    /// Whether only an assignment of the reading's own user index may own it.
    ///
    /// A scale with several users reports whose weight it is: another index is another person, perhaps a visitor.
    public var needsExactUser: Bool { source.kind == .bluetooth && type == .weight && userIndex != nil }
}

/// The reliability of a reading's timestamp.
///
/// Unknown words are carried.
public struct TimeQuality: OpenString {
    /// The word as it appears in JSON.
    public let rawValue: String

    /// Creates the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The device's own clock, unchanged.
    public static let deviceClock = TimeQuality(rawValue: "deviceClock")
    /// The device's clock, corrected by its measured offset.
    public static let corrected = TimeQuality(rawValue: "corrected")
    /// The time of reception, because the device had no usable clock.
    public static let received = TimeQuality(rawValue: "received")
    /// The time of the measurement is unknown.
    public static let unknown = TimeQuality(rawValue: "unknown")
}

extension Reading {
    /// The precision when a device's clock is compared with the hub's: both report whole seconds.
    private static let clockResolution: TimeInterval = 2

    /// The seat that a person named for this reading; nil if none was named.
    ///
    /// A person who types a value or takes a photo for a seat states whose it is. A request to read a device states it
    /// only for later measurements: earlier ones in the device's memory may be another person's.
    public var seatByWord: String? {
        switch source.kind {
        case .manual, .ocr: seat?.rawValue
        case .bluetooth:
            askedAt.flatMap { asked in
                timeQuality != .unknown && timestamp >= asked.addingTimeInterval(-Self.clockResolution)
                    ? seat?.rawValue : nil
            }
        default: nil
        }
    }

    /// The first and the last time at which it may have been measured, by a clock of whole seconds or minutes; else none.
    ///
    /// A clock that was compared by its steps may be wrong by one in both directions. Nothing is measured after it is
    /// received.
    public var possibleTimes: [Date] {
        guard source.kind == .bluetooth, [.deviceClock, .corrected].contains(timeQuality), let step = clockStep
        else { return [] }
        let first = timeQuality == .corrected ? timestamp.addingTimeInterval(-step) : timestamp
        return [first, max(timestamp, min(timestamp.addingTimeInterval(step - 0.001), receivedAt))]
    }

    /// The step of its device's clock in seconds, by how much of a time it reported.
    private var clockStep: TimeInterval? {
        switch deviceTime?.utf8.count {
        case "2026-08-06T07:07".utf8.count: 60
        case "2026-08-06T07:07:00".utf8.count: 1
        default: nil
        }
    }
}
