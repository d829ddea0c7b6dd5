import ActorRuntime
import BusContract
import ContractLiterals
import DeliveryRules
import Foundation
import ImageCleaning
import JobStore
import Logging
import MessageBus
import StoreEngine
import Synchronization
import TestSupport
import VitalRecords

@testable import OCRWorkerActor

/// A site with a broker in this process, OCR workers, and a session manager that only records messages.
struct WorkerSite: Sendable {
    let broker = InMemoryBroker()
    let folder: TemporaryFolder
    let keeper = Keeper()
    let time = TestTime()
    let caller: RequestClient
    private let box = EventBox()

    init() throws {
        folder = try TemporaryFolder()
        caller = RequestClient(Self.client(broker, try Self.address("vitalbus", "test", hub: "room-1")))
    }

    /// Runs the worker while the body runs.
    func running(
        _ instance: String = "o1",
        engine: ScriptedEngine = ScriptedEngine(),
        feeds: ScriptedFeeds = ScriptedFeeds(),
        flags: [String: String] = [:],
        _ body: (OCRWorkerActor) async throws -> Void
    ) async throws {
        let client = Self.client(broker, try Self.address("ocr-worker", instance, hub: "room-1"))
        let actor = try await OCRWorkerActor(
            try context(client, instance, flags),
            engine: engine,
            feeds: feeds,
            clock: time
        )
        let server = try RequestServer(
            client,
            handlers: actor.handlers,
            logger: Logger(label: "test")
        )
        let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
        // First, because the worker tells at its start how earlier pictures ended.
        var tasks = try await surroundings()
        tasks += [
            Task { try await server.run { continuation.yield() } },
            Task { try await actor.context.requests.run() }, Task { try await actor.run() },
        ]
        for await _ in ready { break }
        let result: Result<Void, any Error>
        do { result = .success(try await body(actor)) } catch { result = .failure(error) }
        for task in tasks.reversed() {
            task.cancel()
            _ = await task.result
        }
        try await actor.close()
        try result.get()
    }

    /// The published events with one name so far.
    func told<Payload>(_ topic: Topic<Payload>) -> [Payload] {
        box.all.filter { $0.topic.hasSuffix("/" + topic.descriptor.template) }
            .compactMap { try? Envelope<Payload>.decode($0.payload).data }
    }

    func call<Body, Reply>(
        _ operation: MessageBus.Operation<Body, Reply>,
        _ body: Body,
        id: String? = nil
    ) async throws -> Reply {
        try await caller.call(operation, hub: "room-1", body: body, id: id, timeout: Patience.limit)
    }

    /// Submits a picture and returns its name.
    func hand(_ picture: [UInt8]) async throws -> String {
        let sha256 = CleanImage.sha256(of: picture)
        var state = try await call(OCRTopics.putPicture, PutPicture(sha256: sha256, size: picture.count))
        while let index = state.missing.first {
            let data = Data(picture.dropFirst(index * 40_000).prefix(40_000)).base64EncodedString()
            state = try await call(OCRTopics.picturePart, PicturePart(sha256: sha256, index: index, data: data))
        }
        return sha256
    }

    /// The photos of a worker that is not running.
    func jobs(of instance: String = "o1") async throws -> JobStore {
        let state = folder.url.appending(path: instance)
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        return try await JobStore.open(StoreConfiguration(path: state.appending(path: "ocr-jobs.sqlite").path))
    }

    /// A job's state once it has ended.
    func end(of id: String, _ body: RecognizePicture) async throws -> OCRJob {
        var job = try await call(OCRTopics.recognize, body, id: id)
        try await eventually("the job has ended") {
            job = try await call(OCRTopics.recognize, body, id: id)
            return job.state != "waiting"
        }
        return job
    }

    static func address(_ actor: String, _ instance: String, hub: String) throws -> BusAddress {
        try BusAddress(site: "home", hub: hub, actor: actor, instance: instance)
    }

    static func client(_ broker: InMemoryBroker, _ address: BusAddress) -> BusClient {
        let environment = BusEnvironment(
            now: { Date() },
            newID: { UUID().uuidString.lowercased() },
            clock: ContinuousClock()
        )
        return BusClient(bus: broker.connect(), address: address, epoch: 1, environment: environment)
    }

    /// The session manager, the caller, and the listener to events.
    private func surroundings() async throws -> [Task<Void, any Error>] {
        let manager = Self.client(broker, try Self.address("session-manager", "main", hub: "site"))
        let server = try RequestServer(manager, handlers: keeper.handlers, logger: Logger(label: "test"))
        let record = try await broker.connect().subscribe(to: [try TopicFilter("vitalbus/v1/home/+/event/#")])
        let box = box
        return [
            Task { try await server.run() }, Task { try await caller.run() },
            Task { for await message in record { box.add(message) } },
        ]
    }

    private func context(_ client: BusClient, _ instance: String, _ flags: [String: String]) throws -> ActorContext {
        let all = ["site": "home", "hub": "room-1", "instance": instance].merging(flags) { $1 }
        let sources = ConfigurationSources(flags: all.map { ($0.key, $0.value, "--set \($0.key)") })
        let logger = Logger(label: "ocr-worker")
        let state = folder.url.appending(path: instance)
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        return ActorContext(
            client: client,
            requests: RequestClient(client),
            states: RetainedStates(client, logger: logger),
            configuration: try ConfigurationLoader(OCRWorkerActor.self, actors: []).load(sources),
            logger: logger,
            stateDirectory: state,
            siteKeyPath: folder.url.appending(path: "site-key").path
        )
    }
}

/// Collects messages in a separate task.
final class EventBox: Sendable {
    private let messages = Mutex<[BusMessage]>([])

    var all: [BusMessage] { messages.withLock(\.self) }

    func add(_ message: BusMessage) { messages.withLock { $0.append(message) } }
}
