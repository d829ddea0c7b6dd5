public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// What `page` publishes of the plans that people set on it.
public enum PageTopics {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] = [dueState.descriptor]

    /// What the plan of a seat's person asks for now, without any value; no topic without a plan or a session.
    ///
    /// It holds for the session that it names: a reader ignores it once `sessionState` names another one, or while the
    /// page is not online.
    public static let dueState = Topic<DueState>(
        "dueState",
        at: "state/due/{seat}",
        retain: true,
        writers: [TopicGrant(.page, reach: .own)],
        // The page itself removes states that a broker has kept too long.
        readers: BusRole.carers.map { TopicGrant($0, reach: .site) }
            + [
                TopicGrant(.integration, reach: .seats), TopicGrant(.homeAssistant, reach: .site),
                TopicGrant(.deviceReader, reach: .site),
            ]
    )
}

/// Which measurements of a person's plan are due or overdue, without values and names.
public struct DueState: Codable, Sendable, Hashable {
    /// One metric that asks for a measurement.
    public struct Item: Codable, Sendable, Hashable {
        /// The metric, such as `pulse`; `systolic` means both pressures.
        public var metric: MetricName
        /// The time at which it was due, by the plan.
        public var since: Date
        /// Whether it is late.
        public var overdue: Bool

        /// Makes an item.
        public init(metric: MetricName, since: Date, overdue: Bool) {
            (self.metric, self.since, self.overdue) = (metric, since, overdue)
        }
    }

    /// The seat.
    @CheckedID public var seat: String
    /// The session whose person has the plan.
    @CheckedID public var sessionID: String
    /// The number of metrics that are due and not late.
    public var due: Int
    /// The number of metrics that are late.
    public var overdue: Int
    /// The due and the late metrics, the late ones first; empty if all are done.
    public var metrics: [Item]
    /// The earliest time at which one of them was due; absent if all are done.
    public var since: Date?
    /// When the next of the other metrics is due; absent if there is none.
    public var next: Date?

    /// Makes a state from its items.
    public init(seat: String, sessionID: String, metrics: [Item], next: Date? = nil) {
        (self.seat, self.sessionID, self.metrics) = (seat, sessionID, metrics)
        overdue = metrics.count { $0.overdue }
        due = metrics.count { !$0.overdue }
        since = metrics.map(\.since).min()
        self.next = next
    }
}
