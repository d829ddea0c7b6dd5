public import BusContract
public import MessageBus

/// An actor's health, as it reports it to the bootstrap.
public typealias HealthFacts = ActorHealth

/// One actor of the system: the bootstrap (``ActorProcess``) starts it, serves its operations and drains it.
///
/// Order: `init` → ``run()`` and the request server together → on SIGTERM ``willDrain()`` → no new requests, running
/// ones finish → ``drain()`` while ``run()`` still runs → ``run()`` is cancelled → ``close()``.
public protocol HubActor: Sendable {
    /// The actor's name on the bus and of its section in the configuration file, for example `ble-scanner`.
    static var name: String { get }
    /// The actor's role; its raw value is the name.
    static var role: BusRole { get }
    /// Whether it serves a whole site: its hub is then `site` by default.
    static var runsAtSite: Bool { get }
    /// Whether several instances may run on one hub, because they take their work from a queue.
    static var allowsManyInstances: Bool { get }
    /// The part of the system that it belongs to for logging: `core`, `bluetooth`, `healthkit` or `ocr`.
    static var logComponent: LoggingState.Component { get }
    /// The actor's own configuration keys, in addition to ``ConfigurationKey/common``.
    static var configurationKeys: [ConfigurationKey] { get }

    /// Checks rules that the keys' kinds and ranges cannot express; run by `--check-config` and at every start.
    ///
    /// - Throws: ``RuntimeError`` `configuration`.
    static func check(_ configuration: ActorConfiguration) throws

    /// Builds the actor: opens stores and reads the configuration.
    ///
    /// The bus is not available yet: it may set retained states, but must make calls over the bus in ``run()``.
    init(_ context: ActorContext) async throws

    /// Whether it serves requests; false leaves its request topics to another process of its name and hub.
    var servesRequests: Bool { get }
    /// The operations that it serves.
    var handlers: [RequestHandler] { get }
    /// Checks a request against its sender's rights, before a handler runs; nil if the broker's rights suffice.
    var reach: (any ReachGuard)? { get }
    /// Topics in addition to `request/{actor}/+` whose messages the handlers answer, below its own hub.
    var answeredTopics: [String] { get }

    /// Does the actor's work until cancelled.
    ///
    /// Returning earlier ends the process in order with exit code 0; throwing ends it in order with an error.
    func run() async throws
    /// Releases requests that wait for another process; running ones are finished before ``drain()`` is called.
    func willDrain() async
    /// Finishes or releases the actor's work; the bus still works. Cancelled after `drain.timeout`.
    func drain() async
    /// Closes its resources; called once, after ``run()`` has ended. Running requests may still fail afterwards.
    func close() async throws
    /// The actor's health; read every 30 seconds and before each watchdog beat, so it must answer within a second.
    func health() async -> HealthFacts
}

extension HubActor {
    /// The role that is named like the actor.
    public static var role: BusRole { BusRole(rawValue: name) }
    /// Per hub, by default.
    public static var runsAtSite: Bool { false }
    /// One per hub, by default.
    public static var allowsManyInstances: Bool { false }
    /// The core, by default.
    public static var logComponent: LoggingState.Component { .core }
    /// No keys, by default.
    public static var configurationKeys: [ConfigurationKey] { [] }
    /// Nothing more, by default.
    public static func check(_ configuration: ActorConfiguration) throws {}
    /// True by default, so that unknown operations are answered too.
    public var servesRequests: Bool { true }
    /// No guard, by default: the broker's rights decide.
    public var reach: (any ReachGuard)? { nil }
    /// No further topics, by default.
    public var answeredTopics: [String] { [] }

    /// Waits until cancelled: enough for an actor that only answers requests.
    public func run() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
    }

    /// Does nothing, by default.
    public func willDrain() async {}
    /// Nothing to finish, by default.
    public func drain() async {}
    /// Nothing to close, by default.
    public func close() async throws {}
    /// All well, by default.
    public func health() async -> HealthFacts { HealthFacts() }
}
