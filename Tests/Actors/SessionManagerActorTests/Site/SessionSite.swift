import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import Logging
import MessageBus
import QueueStore
import StoreSupport
import TestSupport

@testable import SessionManagerActor

/// A site with a broker in this process, a folder for the session manager's state, and a clock that the test advances.
struct SessionSite: Sendable {
    let broker = InMemoryBroker()
    let folder: TemporaryFolder
    let time = TestTime()
    let clock = ManualClock()
    /// The log lines of the session manager.
    let log = Collected<String>()
    /// Every event, state and reply as it was published; not what the broker had kept from before.
    let messages = Collected<BusMessage>()
    let key: SiteKey
    /// The session manager's own folder, which is below ``folder`` for a server with a site.
    let state: URL

    /// - Parameter isServer: Whether the machine may serve a site, whose files are next to the session manager's
    /// folder.
    init(isServer: Bool = false) throws {
        folder = try TemporaryFolder()
        state = isServer ? folder.url.appending(path: "site.session-manager.main") : folder.url
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        key = try SiteKey.load(folder.url.appending(path: "site-key").path, createIfMissing: true)
    }

    /// Runs a session manager on the site's state while the body runs.
    ///
    /// - Parameter grantWord: Opens when the broker confirms the delivery of grants; nil for at once.
    func running(
        _ flags: [String: String] = [:],
        isClockKept: Bool = true,
        grantWord: WakeUpAll? = nil,
        _ body: (RunningManager) async throws -> Void
    ) async throws {
        try await FreshQueue.place(at: state.appending(path: "session-manager.sqlite").path)
        let address = try BusAddress(site: "home", hub: "site", actor: "session-manager", instance: "main")
        let actor = try await SessionManagerActor(
            try context(flags, client(address, word: grantWord) { [time] in time.date }),
            clock: time,
            isClockKept: { isClockKept }
        )
        let server = try RequestServer(
            actor.parts.context.client,
            handlers: actor.handlers,
            extra: actor.answeredTopics,
            reach: actor.reach,
            logger: actor.parts.context.logger
        )
        let manager = RunningManager(site: self, actor: actor, caller: RequestClient(try operatorClient()))
        let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
        let record = try await recording()
        let tasks = [
            Task { for await message in record where !message.retain { messages.add(message) } },
            Task { try await server.run { continuation.yield() } }, Task { try await manager.caller.run() },
            Task { try await actor.run() },
        ]
        for await _ in ready { break }
        let result = await captured { try await body(manager) }
        // Current requests are finished, but one that waits for an uploader would never end because the clock is
        // stopped.
        await actor.willDrain()
        for task in tasks.reversed() {
            task.cancel()
            _ = await task.result
        }
        record.cancel()
        try await actor.store.close()
        try result.get()
    }

    /// A token, sealed as an operator's command does.
    func sealed(_ token: String) throws -> String {
        Data(try key.seal(Array(token.utf8), context: SessionTokens.use)).base64EncodedString()
    }

    func operatorClient() throws -> BusClient {
        client(try BusAddress(site: "home", hub: "site", actor: "vitalbus", instance: "test"))
    }

    /// Makes calls as another process of the site.
    func calling<Result: Sendable>(
        as principal: String,
        _ body: (RequestClient) async throws -> Result
    ) async throws -> Result {
        let parts = principal.split(separator: ".").map(String.init)
        let requests = RequestClient(
            client(try BusAddress(site: "home", hub: parts[0], actor: parts[1], instance: parts[2]))
        )
        let running = Task { try await requests.run() }
        defer { running.cancel() }
        return try await body(requests)
    }

    /// Makes calls with a given time in their envelopes.
    func calling<Result: Sendable>(
        at moment: Date,
        _ body: (RequestClient) async throws -> Result
    ) async throws -> Result {
        let address = try BusAddress(site: "home", hub: "site", actor: "vitalbus", instance: "late")
        let requests = RequestClient(client(address) { moment })
        let running = Task { try await requests.run() }
        defer { running.cancel() }
        return try await body(requests)
    }

    func client(_ address: BusAddress) -> BusClient { client(address) { [time] in time.date } }

    private func client(
        _ address: BusAddress,
        word: WakeUpAll? = nil,
        now: @escaping @Sendable () -> Date
    ) -> BusClient {
        let environment = BusEnvironment(
            now: now,
            newID: { UUID().uuidString.lowercased() },
            clock: clock
        )
        let bus = broker.connect()
        let used: any Bus = word.map { LateBus(inner: bus, word: $0) } ?? bus
        return BusClient(bus: used, address: address, epoch: 1, environment: environment)
    }

    private func context(_ flags: [String: String], _ client: BusClient) throws -> ActorContext {
        var all = [
            "site": "home", "hub": "site", "seats": "bed-1,bed-2", "retry.base": "10ms", "credentials.wait": "0s",
        ]
        all.merge(flags) { $1 }
        let sources = ConfigurationSources(flags: all.map { ($0.key, $0.value, "--set \($0.key)") })
        let logger = Logger(label: "session-manager") { [log] _ in CollectingLog(lines: log) }
        return ActorContext(
            client: client,
            requests: RequestClient(client),
            states: RetainedStates(client, logger: logger),
            configuration: try ConfigurationLoader(SessionManagerActor.self, actors: []).load(sources),
            logger: logger,
            stateDirectory: state,
            siteKeyPath: folder.url.appending(path: "site-key").path
        )
    }

    private func recording() async throws -> BusSubscription {
        // No work messages: a demand that only this subscription receives would count as delivered.
        let leaves = ["event/#", "state/#", "vitals/#", "reply/#", "request/#", "actor/#"]
        return try await broker.connect().subscribe(to: leaves.map { try TopicFilter("vitalbus/v1/home/+/\($0)") })
    }

    private func captured(_ body: () async throws -> Void) async -> Result<Void, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}

/// A bus whose broker acknowledges grants long after their workers have them.
private struct LateBus: Bus {
    let inner: any Bus
    let word: WakeUpAll

    func publish(_ message: BusMessage) async throws -> PublishReceipt {
        let receipt = try await inner.publish(message)
        if message.topic.contains("/work/upload/grant/") { try await word.wait() }
        return receipt
    }

    func subscribe(to filters: [TopicFilter], capacity: Int) async throws -> BusSubscription {
        try await inner.subscribe(to: filters, capacity: capacity)
    }

    func connectionStates() -> AsyncStream<BusConnectionState> { inner.connectionStates() }
}
