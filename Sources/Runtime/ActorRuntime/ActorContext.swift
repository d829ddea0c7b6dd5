public import BusContract
public import FoundationEssentials
public import Logging
public import MessageBus
internal import Synchronization

/// The services that the bootstrap gives to an actor.
public final class ActorContext: Sendable {
    /// The actor's bus client.
    public let client: BusClient
    /// The client for requests to other actors.
    public let requests: RequestClient
    /// The actor's retained values.
    public let states: RetainedStates
    /// The checked configuration.
    public let configuration: ActorConfiguration
    /// The process's log.
    public let logger: Logger
    /// Whether and where the process logs its work.
    public let logSwitch: LogSwitch
    /// The log of the work on people's records, while logging is on.
    public let activity: ActivityLog
    /// The directory for the actor's files; it exists with mode 0700.
    public let stateDirectory: URL
    private let cachedSiteKey = Mutex<SiteKey?>(nil)
    private let siteKeyPath: String

    /// Creates a context; tests create their own.
    ///
    /// - Parameters:
    ///   - siteKeyPath: The site key's file; read at the first use of ``siteKey``.
    ///   - logSwitch: Off if omitted.
    public init(
        client: BusClient,
        requests: RequestClient,
        states: RetainedStates,
        configuration: ActorConfiguration,
        logger: Logger,
        stateDirectory: URL,
        siteKeyPath: String,
        logSwitch: LogSwitch = LogSwitch(component: .core)
    ) {
        self.client = client
        self.requests = requests
        self.states = states
        self.configuration = configuration
        self.logger = logger
        self.stateDirectory = stateDirectory
        self.siteKeyPath = siteKeyPath
        self.logSwitch = logSwitch
        activity = ActivityLog(logSwitch, logger: logger)
    }

    /// The state directory of all of the machine's actors, above the actor's own.
    public var machineDirectory: String { stateDirectory.deletingLastPathComponent().path }
    /// The process's address on the bus.
    public var address: BusAddress { client.address }
    /// The clock and the id generator.
    public var environment: BusEnvironment { client.environment }
    /// The number of this start of the process, greater than that of every earlier start.
    public var epoch: Int64 { client.epoch }

    /// The site's key, read from its file at the first use.
    ///
    /// - Throws: ``RuntimeError`` `siteKey` if the file is missing, readable for others, or not 32 bytes long.
    public var siteKey: SiteKey {
        get throws {
            try cachedSiteKey.withLock { cached in
                if let cached { return cached }
                let key = try SiteKey.load(siteKeyPath, createIfMissing: false)
                cached = key
                return key
            }
        }
    }
}
