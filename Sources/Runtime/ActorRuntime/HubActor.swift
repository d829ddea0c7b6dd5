public import BusContract
public import MessageBus

/// How an actor does, as it tells the bootstrap.
public typealias HealthFacts = ActorHealth

/// One actor of the system: the bootstrap (``ActorProcess``) starts it, serves its operations and drains it.
///
/// Order: `init` → ``run()`` and the request server at once → on SIGTERM ``willDrain()``, no new requests, those in work are
/// finished, ``drain()`` while ``run()`` still runs, then ``run()`` is cancelled, then ``close()``.
public protocol HubActor: Sendable {
    /// The actor's name on the bus and of its section in the configuration file, for example `ble-scanner`.
    static var name: String { get }
    /// The actor's role; its raw value is the name.
    static var role: BusRole { get }
    /// Whether it serves a whole site: its hub is then `site` unless configured.
    static var runsAtSite: Bool { get }
    /// Whether several instances may run on one hub, because they take their work from a queue.
    static var allowsManyInstances: Bool { get }
    /// The part of the system that it is, as logging is switched: `core`, `bluetooth`, `healthkit` or `ocr`.
    static var logComponent: LoggingState.Component { get }
    /// The actor's own configuration keys, beside ``ConfigurationKey/common``.
    static var configurationKeys: [ConfigurationKey] { get }

    /// Checks what the keys' kinds and ranges cannot say; `--check-config` does it, and so does every start.
    ///
    /// - Throws: ``RuntimeError`` `configuration`.
    static func check(_ configuration: ActorConfiguration) throws

    /// Builds the actor: opens stores and reads the configuration.
    ///
    /// There is no bus yet: retained states may be set, but calls over the bus belong into ``run()``.
    init(_ context: ActorContext) async throws

    /// Whether it serves requests at all; false leaves its request topics to another process of its name and hub.
    var servesRequests: Bool { get }
    /// The operations that it serves.
    var handlers: [RequestHandler] { get }
    /// Holds what a request says against its sender, before a handler runs; nil where the broker's rights say all.
    var reach: (any ReachGuard)? { get }
    /// Topics beside `request/{actor}/+` whose messages the handlers answer, below the own hub.
    var answeredTopics: [String] { get }

    /// Does the actor's work until cancelled.
    ///
    /// Returning earlier ends the process in order with exit code 0; throwing ends it in order with an error.
    func run() async throws
    /// Lets go of requests that wait for somebody else: those in work are finished before ``drain()`` is called.
    func willDrain() async
    /// Finishes or releases what the actor holds; the bus still works. Cancelled after `drain.timeout`.
    func drain() async
    /// Closes what it has open; called once, after ``run()`` has ended. Requests under way may still fail after it.
    func close() async throws
    /// How the actor does; asked every 30 seconds and before each watchdog beat, so it answers within a second.
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
    /// None of its own, by default.
    public static var configurationKeys: [ConfigurationKey] { [] }
    /// Nothing more, by default.
    public static func check(_ configuration: ActorConfiguration) throws {}
    /// It does, by default: an unknown operation is answered too.
    public var servesRequests: Bool { true }
    /// All may say all that the broker lets through, by default.
    public var reach: (any ReachGuard)? { nil }
    /// None, by default.
    public var answeredTopics: [String] { [] }

    /// Waits until cancelled: enough for an actor that only answers requests.
    public func run() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
    }

    /// Nobody waits, by default.
    public func willDrain() async {}
    /// Nothing to finish, by default.
    public func drain() async {}
    /// Nothing to close, by default.
    public func close() async throws {}
    /// All well, by default.
    public func health() async -> HealthFacts { HealthFacts() }
}
