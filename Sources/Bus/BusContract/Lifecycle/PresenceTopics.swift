public import FoundationEssentials
public import MessageBus

/// What every actor publishes about itself.
public enum PresenceTopics {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [availability, info.descriptor, health.descriptor, link]

    /// Whether the process is online: plain text, retained, `offline` as last will; `asked`, never retained, requests
    /// it.
    public static let availability = TopicDescriptor(
        name: "availability",
        template: "actor/{actor}/{instance}/availability",
        retain: true,
        content: .words(Availability.allCases.map(\.rawValue) + [Presence.question]),
        writers: BusRole.actors.map { TopicGrant($0, reach: .own) },
        // Owners of queues watch their workers.
        readers: TopicGrant.watchers
            + BusRole.actors.map { TopicGrant($0, reach: $0 == .sessionManager || $0 == .ocrWorker ? .site : .own) }
    )

    /// The facts of a process's start: version, epoch, contract versions, time.
    public static let info = Topic<ActorInfo>(
        "info",
        at: "actor/{actor}/{instance}/info",
        retain: true,
        writers: BusRole.actors.map { TopicGrant($0, reach: .own) },
        readers: TopicGrant.watchers + BusRole.actors.map { TopicGrant($0, reach: .own) }
    )

    /// The condition of a process: last success, queue depths, oldest age, counters.
    public static let health = Topic<ActorHealth>(
        "health",
        at: "actor/{actor}/{instance}/health",
        retain: true,
        writers: BusRole.actors.map { TopicGrant($0, reach: .own) },
        readers: TopicGrant.watchers
    )

    /// Whether a hub with its own broker is linked to the site's: published by Mosquitto on both brokers, `0` as last
    /// will.
    public static let link = TopicDescriptor(
        name: "link",
        template: "actor/bridge/{instance}/link",
        retain: true,
        content: .words(["1", "0"]),
        writers: [TopicGrant(.bridge, reach: .own)],
        readers: TopicGrant.watchers
    )
}

/// What a process publishes once about itself, retained on `actor/{actor}/{instance}/info`.
public struct ActorInfo: Codable, Sendable, Hashable {
    /// The actor's name.
    public var actor: String
    /// The instance's id.
    public var instance: String
    /// The program's version.
    public var version: String
    /// The number of this start; greater than that of every earlier start.
    public var epoch: Int64
    /// The contract versions that it supports, for example `v1`.
    public var contracts: [String]
    /// When it started.
    public var started: Date
    /// A random id of this start, which tells it from another process with the same number.
    public var startID: String?

    /// Makes the facts of one start.
    public init(
        actor: String,
        instance: String,
        version: String,
        epoch: Int64,
        contracts: [String],
        started: Date,
        startID: String? = nil
    ) {
        self.actor = actor
        self.instance = instance
        self.version = version
        self.epoch = epoch
        self.contracts = contracts
        self.started = started
        self.startID = startID
    }
}

/// The condition of a process, retained on `actor/{actor}/{instance}/health` every 30 seconds.
public struct ActorHealth: Codable, Sendable, Hashable {
    /// The condition in one word.
    public struct Status: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It works.
        public static let ok = Self(rawValue: "ok")
        /// It works, but ``ActorHealth/problems`` need attention.
        public static let degraded = Self(rawValue: "degraded")
        /// It cannot work now.
        public static let failed = Self(rawValue: "failed")

        /// The values that this version knows.
        public static let known: [Self] = [.ok, .degraded, .failed]
    }

    /// The condition in one word.
    public var status: Status
    /// Each problem with its remedy; empty if there is none.
    public var problems: [WireFault]
    /// When the actor's own work last succeeded; nil before the first time.
    public var lastSuccess: Date?
    /// Waiting entries, by queue.
    public var queueDepths: [String: Int]
    /// The age of the oldest waiting entry, in seconds; nil when nothing waits.
    public var oldestAgeSeconds: Int?
    /// Counts since the start, by name; `refused…` counts rejected messages, by reason.
    public var counters: [String: Int64]
    /// Seconds since the start; the bootstrap fills it in.
    public var uptimeSeconds: Int?
    /// The interval between health messages, in seconds: after three missed messages the process counts as silent.
    public var intervalSeconds: Int?
    /// How long the broker took to acknowledge the last state that was published, in milliseconds; absent before the
    /// first.
    public var brokerMilliseconds: Double?
    /// Free space on the disk that stores the state.
    public var disk: Disk?
    /// Whether the machine's time is reliable.
    public var clock: Clock?
    /// The validity of the certificate that the process presents; absent if it presents none.
    public var certificate: Certificate?
    /// The last backup of the state directory.
    public var backup: Backup?
    /// The uploader's destinations; absent from others.
    public var destinations: [Destination]?

    /// Makes the facts; by default no problem and nothing waiting.
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
