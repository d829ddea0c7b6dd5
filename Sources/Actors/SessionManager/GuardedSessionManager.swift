public import ActorRuntime
public import BusContract
internal import FoundationEssentials
internal import Logging
public import MessageBus
internal import QueueStore
internal import StoreEngine

/// The actor `session-manager` as a process: with an older copy of its database it refuses to serve, and reports why.
///
/// Producers then keep their readings and workers their answers, because nothing confirms them.
public final class GuardedSessionManager: HubActor {
    /// The actor's name.
    public static let name = SessionManagerActor.name
    /// It runs under the hub `site`.
    public static let runsAtSite = SessionManagerActor.runsAtSite
    /// Passed on to the session manager.
    public static var configurationKeys: [ConfigurationKey] { SessionManagerActor.configurationKeys }

    private enum Part: Sendable {
        case serving(SessionManagerActor)
        case withheld(StoreError)
    }

    private let context: ActorContext
    private let part: Part

    /// Runs the session manager's checks.
    public static func check(_ configuration: ActorConfiguration) throws {
        try SessionManagerActor.check(configuration)
    }

    /// Opens the store; a store that must not be used is left unchanged.
    public init(_ context: ActorContext) async throws {
        self.context = context
        do {
            part = .serving(try await SessionManagerActor(context))
        } catch let error as StoreError where error.code == .notNewest {
            context.logger.critical("not accepting or delivering records", metadata: ["error": "\(error)"])
            part = .withheld(error)
        }
    }

    private var serving: SessionManagerActor? {
        if case .serving(let actor) = part { actor } else { nil }
    }

    /// False for an older copy, from which no request is served.
    public var servesRequests: Bool { serving != nil }
    /// Empty if the session manager does not serve.
    public var handlers: [RequestHandler] { serving?.handlers ?? [] }
    /// Passed on to the session manager.
    public var reach: (any ReachGuard)? { serving?.reach }
    /// Empty if the session manager does not serve.
    public var answeredTopics: [String] { serving?.answeredTopics ?? [] }

    /// Works; with an older copy, waits for an operator's decision or the newer file, and then ends to be restarted.
    public func run() async throws {
        if let serving { return try await serving.run() }
        let witness = SessionManagerActor.witness(context)
        let path = context.stateDirectory.appending(path: "session-manager.sqlite").path
        while let doubt = StoreDoubt.find(database: path, witness: witness),
            !StoreAcceptance.isThere(for: doubt, witness: witness)
        {
            try await context.environment.clock.sleep(for: .seconds(1))
        }
        context.logger.notice("the database is usable again: restarting")
    }

    /// Finishes the session manager's pending work.
    public func drain() async { await serving?.drain() }

    /// Passed on to the session manager.
    public func willDrain() async { await serving?.willDrain() }

    /// Closes the queue.
    public func close() async throws { try await serving?.close() }

    /// The session manager's health, or why it does not serve.
    public func health() async -> HealthFacts {
        switch part {
        case .serving(let actor): return await actor.health()
        case .withheld(let error):
            var facts = HealthFacts()
            facts.status = .failed
            facts.problems = [WireFault(code: error.code.rawValue, message: error.message, retriable: false)]
            return facts
        }
    }
}

extension SessionManagerActor {
    /// The queue's witness, outside the state directory, so that a copy of the directory does not include it.
    static func witness(_ context: ActorContext) -> String {
        context.stateDirectory.standardizedFileURL.path.trimmingSuffix("/") + StoreConfiguration.witnessSuffix
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
