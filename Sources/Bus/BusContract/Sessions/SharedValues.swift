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
            + [TopicGrant(.integration, reach: .seats), TopicGrant(.sessionManager, reach: .own)]
    )
}

/// One value of a seat, flat, for programs that show or automate it.
public struct SharedValue: Codable, Sendable, Hashable {
    /// The seat.
    public var seat: String
    /// Where it was measured.
    public var hub: String
    /// The metric, its value and unit, as the record has them.
    public var measurement: Measurement
    /// When it was measured.
    public var timestamp: Date
    /// The record that it is of.
    public var logID: LogID

    /// Makes a value.
    public init(seat: String, hub: String, measurement: Measurement, timestamp: Date, logID: LogID) {
        (self.seat, self.hub, self.measurement) = (seat, hub, measurement)
        (self.timestamp, self.logID) = (timestamp, logID)
    }
}
