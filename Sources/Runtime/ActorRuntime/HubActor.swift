public import BusContract
public import MessageBus

/// The health of an actor, as reported to the bootstrap.
public typealias HealthFacts = ActorHealth

/// An actor of the system, which the bootstrap (``ActorProcess``) starts, serves and drains.
///
/// Order: `init`; ``run()`` and the request server together; on SIGTERM ``willDrain()``, no new requests, those in
/// progress are finished; ``drain()`` while ``run()`` still runs; then ``run()`` is cancelled, then ``close()``.
public protocol HubActor: Sendable {
    /// The name of the actor on the bus and of its section in the configuration file, for example `ble-scanner`.
    static var name: String { get }
    /// The actor's role; its raw value is the name.
    static var role: BusRole { get }
    /// Whether it serves a whole site, so that its hub is `site` unless configured.
    static var runsAtSite: Bool { get }
    /// Whether several instances may run on one hub, because they take their work from a queue.
    static var allowsManyInstances: Bool { get }
    /// The component to which its log entries belong: `core`, `bluetooth`, `healthkit` or `ocr`.
    static var logComponent: LoggingState.Component { get }
    /// The actor's specific configuration keys, in addition to ``ConfigurationKey/common``.
    static var configurationKeys: [ConfigurationKey] { get }

    /// Checks rules that kinds and ranges cannot express, for `--check-config` and at every start.
    ///
    /// - Throws: ``RuntimeError`` `configuration`.
    static func check(_ configuration: ActorConfiguration) throws

    /// Builds the actor: opens stores and reads the configuration.
    ///
    /// There is no bus yet: retained states may be set, but bus calls belong in ``run()``.
    init(_ context: ActorContext) async throws

    /// Whether it serves requests; false leaves its request topics to another process of its name and hub.
    var servesRequests: Bool { get }
    /// The operations that the actor serves.
    var handlers: [RequestHandler] { get }
    /// Checks a request's content against its sender before a handler runs; nil if the broker's rights suffice.
    var reach: (any ReachGuard)? { get }
    /// Topics in addition to `request/{actor}/+` whose messages the handlers answer, below the actor's hub.
    var answeredTopics: [String] { get }

    /// Does the actor's work until cancelled.
    ///
    /// Returning earlier ends the process cleanly with exit code 0; throwing ends it cleanly with an error.
    func run() async throws
    /// Ends requests that wait for other processes, because those in progress are finished before ``drain()``.
    func willDrain() async
    /// Finishes or releases the actor's work while the bus still works; cancelled after `drain.timeout`.
    func drain() async
    /// Closes open resources; called once, after ``run()`` has ended. Requests in progress may still fail after it.
    func close() async throws
    /// The actor's health; requested every 30 seconds and before each watchdog notification, so it answers within a
    /// second.
    func health() async -> HealthFacts
}

extension HubActor {
    /// The role with the actor's name.
    public static var role: BusRole { BusRole(rawValue: name) }
    /// False by default: the actor serves one hub.
    public static var runsAtSite: Bool { false }
    /// False by default: one instance per hub.
    public static var allowsManyInstances: Bool { false }
    /// The core by default.
    public static var logComponent: LoggingState.Component { .core }
    /// Empty by default.
    public static var configurationKeys: [ConfigurationKey] { [] }
    /// Checks nothing by default.
    public static func check(_ configuration: ActorConfiguration) throws {}
    /// True by default, so that an unknown operation is answered, too.
    public var servesRequests: Bool { true }
    /// Nil by default: every request that the broker lets through is accepted.
    public var reach: (any ReachGuard)? { nil }
    /// Empty by default.
    public var answeredTopics: [String] { [] }

    /// Waits until cancelled, which suffices for an actor that only answers requests.
    public func run() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
    }

    /// Does nothing by default.
    public func willDrain() async {}
    /// Does nothing by default.
    public func drain() async {}
    /// Does nothing by default.
    public func close() async throws {}
    /// Healthy by default.
    public func health() async -> HealthFacts { HealthFacts() }
}
