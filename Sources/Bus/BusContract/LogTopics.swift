public import MessageBus

/// What the system tells of its work while logging is on (DESIGN §3, §5).
public enum LogTopics {
    /// What is logged now, and where to; retained, so that every process follows it from its start.
    public static let state = Topic<LoggingState>(
        "loggingState",
        at: "state/logging",
        retain: true,
        writers: [TopicGrant(.sessionManager, .own)],
        readers: [TopicGrant(.vitalbus, .site)]
            + BusRole.actors.map { TopicGrant($0, $0 == .sessionManager ? .own : .servers) },
        server: .sessionManager
    )

    /// One entry of a process, while the sink is `bus`; may be lost, and is for operators only.
    public static let entry = Topic<LogEntry>(
        "log",
        at: "log/{actor}",
        quality: .atMostOnce,
        writers: BusRole.actors.map { TopicGrant($0, .own) },
        readers: [TopicGrant(.vitalbus, .site)]
    )
}
