public import FoundationEssentials
public import MessageBus
public import VitalRecords

extension SessionEvents {
    /// The newest value of a metric for the person in a seat's running session; retained until the session ends.
    ///
    /// Published only for the seats in `vitals.seats`; the broker decides which program receives which seat.
    public static let vital = Topic<SharedValue>(
        "vital",
        at: "vitals/{seat}/{metric}",
        retain: true,
        writers: [TopicGrant(.sessionManager, reach: .own)],
        // The session manager removes values that a broker has kept too long.
        readers: BusRole.carers.map { TopicGrant($0, reach: .site) }
            + [
                TopicGrant(.integration, reach: .seats), TopicGrant(.sessionManager, reach: .own),
                TopicGrant(.homeAssistant, reach: .site),
            ]
    )
}

/// One value of a seat, without nesting, for programs that display or automate it.
public struct SharedValue: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Where it was measured.
    @CheckedID public var hub: String
    /// The metric, its value and unit, as the record has them.
    public var measurement: Measurement
    /// When it was measured.
    public var timestamp: Date
    /// The value's record.
    public var logID: LogID
    /// The value as a number, for programs that read no nested object; absent from older senders, as are the next
    /// three.
    public var value: Decimal?
    /// Its unit in UCUM.
    public var unit: String?
    /// When it was measured; equal to `timestamp`.
    public var measuredAt: Date?
    /// The value's origin: `device`, `manual` or `unknown`.
    public var origin: String?

    /// Makes a value.
    public init(seat: String, hub: String, measurement: Measurement, timestamp: Date, logID: LogID) {
        (self.seat, self.hub, self.measurement) = (seat, hub, measurement)
        (self.timestamp, self.logID) = (timestamp, logID)
        (value, unit) = (measurement.value.decimal, measurement.unit)
        (measuredAt, origin) = (timestamp, measurement.origin.rawValue)
    }
}
