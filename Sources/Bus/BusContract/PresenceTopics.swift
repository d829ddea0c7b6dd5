public import MessageBus

/// What every actor publishes of itself.
public enum PresenceTopics {
    /// Whether the process is there: plain text, retained, `offline` as last will; `asked`, never retained, asks for it.
    public static let availability = TopicDescriptor(
        name: "availability",
        template: "actor/{actor}/{instance}/availability",
        retain: true,
        content: .words(Availability.allCases.map(\.rawValue) + [Presence.question]),
        writers: BusRole.actors.map { TopicGrant($0, .own) },
        // The owners of queues watch their workers.
        readers: TopicGrant.watchers
            + BusRole.actors.map { TopicGrant($0, $0 == .sessionManager || $0 == .ocrWorker ? .site : .own) }
    )

    /// What the process is: version, epoch, contract versions, start.
    public static let info = Topic<ActorInfo>(
        "info",
        at: "actor/{actor}/{instance}/info",
        retain: true,
        writers: BusRole.actors.map { TopicGrant($0, .own) },
        readers: TopicGrant.watchers + BusRole.actors.map { TopicGrant($0, .own) }
    )

    /// How the process does: last success, queue depths, oldest age, counters.
    public static let health = Topic<ActorHealth>(
        "health",
        at: "actor/{actor}/{instance}/health",
        retain: true,
        writers: BusRole.actors.map { TopicGrant($0, .own) },
        readers: TopicGrant.watchers
    )
}
