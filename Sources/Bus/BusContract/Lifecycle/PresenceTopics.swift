public import FoundationEssentials
public import MessageBus

/// What every actor publishes of itself.
public enum PresenceTopics {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [availability, info.descriptor, health.descriptor, link]

    /// Whether the process is there: plain text, retained, `offline` as last will; `asked`, never retained, asks for it.
    public static let availability = TopicDescriptor(
        name: "availability",
        template: "actor/{actor}/{instance}/availability",
        retain: true,
        content: .words(Availability.allCases.map(\.rawValue) + [Presence.question]),
        writers: BusRole.actors.map { TopicGrant($0, reach: .own) },
        // The owners of queues watch their workers.
        readers: TopicGrant.watchers
            + BusRole.actors.map { TopicGrant($0, reach: $0 == .sessionManager || $0 == .ocrWorker ? .site : .own) }
    )

    /// What the process is: version, epoch, contract versions, start.
    public static let info = Topic<ActorInfo>(
        "info",
        at: "actor/{actor}/{instance}/info",
        retain: true,
        writers: BusRole.actors.map { TopicGrant($0, reach: .own) },
        readers: TopicGrant.watchers + BusRole.actors.map { TopicGrant($0, reach: .own) }
    )

    /// How the process does: last success, queue depths, oldest age, counters.
    public static let health = Topic<ActorHealth>(
        "health",
        at: "actor/{actor}/{instance}/health",
        retain: true,
        writers: BusRole.actors.map { TopicGrant($0, reach: .own) },
        readers: TopicGrant.watchers
    )

    /// Whether a hub with a broker of its own reaches the site's: Mosquitto's word for it, on both brokers, `0` as last will.
    public static let link = TopicDescriptor(
        name: "link",
        template: "actor/bridge/{instance}/link",
        retain: true,
        content: .words(["1", "0"]),
        writers: [TopicGrant(.bridge, reach: .own)],
        readers: TopicGrant.watchers
    )
}

/// What a process says once about itself, retained on `actor/{actor}/{instance}/info`.
public struct ActorInfo: Codable, Sendable, Hashable {
    /// The actor's name.
    public var actor: String
    /// The instance's id.
    public var instance: String
    /// The program's version.
    public var version: String
    /// This start of the process; greater than that of every earlier start.
    public var epoch: Int64
    /// The contract versions that it speaks, for example `v1`.
    public var contracts: [String]
    /// When it started.
    public var started: Date

    /// Makes the facts of one start.
    public init(
        actor: String,
        instance: String,
        version: String,
        epoch: Int64,
        contracts: [String],
        started: Date
    ) {
        self.actor = actor
        self.instance = instance
        self.version = version
        self.epoch = epoch
        self.contracts = contracts
        self.started = started
    }
}

/// How a process does, retained on `actor/{actor}/{instance}/health` every 30 seconds.
public struct ActorHealth: Codable, Sendable, Hashable {
    /// One word for it all.
    public struct Status: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It does its work.
        public static let ok = Self(rawValue: "ok")
        /// It works, but needs a look at ``ActorHealth/problems``.
        public static let degraded = Self(rawValue: "degraded")
        /// It cannot do its work now.
        public static let failed = Self(rawValue: "failed")

        /// The words of this version.
        public static let known: [Self] = [.ok, .degraded, .failed]
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
    /// How often the process tells its health, in seconds: who misses it three times in a row is not heard.
    public var intervalSeconds: Int?
    /// How long the broker took to acknowledge the last state that was published, in milliseconds; absent before the first.
    public var brokerMilliseconds: Double?
    /// Free space where state is kept.
    public var disk: Disk?
    /// Whether the machine's time can be relied on.
    public var clock: Clock?
    /// The term of the certificate that the process shows to others; absent where it shows none.
    public var certificate: Certificate?
    /// The last backup of the state directory.
    public var backup: Backup?
    /// The uploader's destinations; absent from others.
    public var destinations: [Destination]?

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
