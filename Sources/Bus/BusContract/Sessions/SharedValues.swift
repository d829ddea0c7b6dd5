public import FoundationEssentials
public import MessageBus
public import VitalRecords

extension SessionEvents {
    /// The newest value of a metric that the person of a seat's running session has, retained until the session ends.
    ///
    /// Published for the seats of `vitals.seats` alone; which program hears which seat is the broker's to hold.
    public static let vital = Topic<SharedValue>(
        "vital",
        at: "vitals/{seat}/{metric}",
        retain: true,
        writers: [TopicGrant(.sessionManager, reach: .own)],
        // The session manager itself takes back what a broker has kept too long.
        readers: BusRole.carers.map { TopicGrant($0, reach: .site) }
            + [
                TopicGrant(.integration, reach: .seats), TopicGrant(.sessionManager, reach: .own),
                TopicGrant(.homeAssistant, reach: .site),
            ]
    )
}

/// One value of a seat, flat, for programs that show or automate it.
public struct SharedValue: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Where it was measured.
    @CheckedID public var hub: String
    /// The metric, its value and unit, as the record has them.
    public var measurement: Measurement
    /// When it was measured.
    public var timestamp: Date
    /// The record that it is of.
    public var logID: LogID
    /// The measurement's value, as a number for programs that read no nested object; absent from older senders, as are the next three.
    public var value: Decimal?
    /// Its unit in UCUM.
    public var unit: String?
    /// When it was measured, as `timestamp` has it.
    public var measuredAt: Date?
    /// Where the value comes from: `device`, `manual` or `unknown`.
    public var origin: String?

    /// Makes a value.
    public init(seat: String, hub: String, measurement: Measurement, timestamp: Date, logID: LogID) {
        (self.seat, self.hub, self.measurement) = (seat, hub, measurement)
        (self.timestamp, self.logID) = (timestamp, logID)
        (value, unit) = (measurement.value.decimal, measurement.unit)
        (measuredAt, origin) = (timestamp, measurement.origin.rawValue)
    }
}
