public import FoundationEssentials

/// How a process does, retained on `actor/{actor}/{instance}/health` every 30 seconds (DESIGN §3).
public struct ActorHealth: Codable, Sendable, Hashable {
    /// One word for it all; words of a newer version are carried as they are.
    public struct Status: RawRepresentable, Sendable, Hashable, Codable {
        /// The word on the wire.
        public let rawValue: String

        /// Makes a status from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It does its work.
        public static let ok = Self(rawValue: "ok")
        /// It works, but somebody should look at ``ActorHealth/problems``.
        public static let degraded = Self(rawValue: "degraded")
        /// It cannot do its work now.
        public static let failed = Self(rawValue: "failed")
    }

    /// One word for it all.
    public var status: Status
    /// What is wrong, and the way out of it; empty when all is well.
    public var problems: [WireFault]
    /// When the actor's own work last succeeded; nil before the first time.
    public var lastSuccess: Date?
    /// Entries that wait, by queue.
    public var queueDepths: [String: Int]
    /// How long the oldest waiting entry has waited, in seconds; nil when nothing waits.
    public var oldestAgeSeconds: Int?
    /// Counts since the start, by name; `refused…` counts messages that were not believed, by reason.
    public var counters: [String: Int64]
    /// Seconds since the start; the bootstrap fills it in.
    public var uptimeSeconds: Int?

    /// Makes the facts; all well and nothing waiting by default.
    public init(
        status: Status = .ok,
        problems: [WireFault] = [],
        lastSuccess: Date? = nil,
        queueDepths: [String: Int] = [:],
        oldestAgeSeconds: Int? = nil,
        counters: [String: Int64] = [:]
    ) {
        self.status = status
        self.problems = problems
        self.lastSuccess = lastSuccess
        self.queueDepths = queueDepths
        self.oldestAgeSeconds = oldestAgeSeconds
        self.counters = counters
    }
}
