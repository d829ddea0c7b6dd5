import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import ImportStore
import Logging
import MessageBus
import StoreEngine
import Synchronization
import TestSupport
import Testing

@testable import HealthImporterActor

/// Whose a folder's file and a requested import are, when the seat has its next person.
@Suite struct ImportPersonTests {
    /// The states and errors of a seat's open imports, by the name of their file.
    private static func imports(_ store: ImportStore) async throws -> [String: String] {
        let entries = try await store.openImports(seat: ManagedSeat.seat)
        let words = try entries.map { entry in
            let facts = try #require(ImportFacts(of: entry))
            return (ImportWork.name(entry.path), facts.error?.code ?? facts.state.rawValue)
        }
        return Dictionary(words) { $1 }
    }

    @Test @ImporterIsolation func aFolderIsItsFirstPersonsUntilAnOperatorNamesItAgain() async throws {
        try await ManagedSeat.running { seat, parts in
            let folder = seat.folder.url.appending(path: "exports").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let outcomes = ImportOutcomes(parts)
            let intake = FolderIntake(parts: parts, outcomes: outcomes)
            func put(_ name: String) async throws -> String? {
                try Data(SmallExport().text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
                let files = try FolderListing.files(of: folder)
                let watched = ObservedFolders.Folder(seat: ManagedSeat.seat, path: folder)
                try await intake.take(files.keys.sorted(), stamps: files, in: watched, isPosted: false)
                return try await Self.imports(parts.store)[name]
            }
            try await seat.start("ann", for: parts)
            #expect(try await put("1.xml") == "waiting")
            try await seat.start("bob", for: parts)
            #expect(try await put("2.xml") == "anotherPersonsFolder")
            #expect(outcomes.holds[ManagedSeat.seat] != nil && outcomes.counters["held"] ?? 0 > 0, "it is named")
            try await FolderClaims(parts: parts).assign([folder], seat: ManagedSeat.seat)
            #expect(try await put("3.xml") == "waiting")
            try await seat.start("ann", for: parts)
            #expect(try await put("4.xml") == "anotherPersonsFolder")
        }
    }

    @Test @ImporterIsolation func aFolderThatTwoSeatsAskForAtOnceIsOfOne() async throws {
        try await ManagedSeat.running { seat, parts in
            let path = seat.folder.url.path
            try await seat.serving(ObserveService(parts: parts).handlers) { call in
                let asked = ["bed-1", "bed-2"].map { name in
                    let body = ObserveFolders(seat: name, paths: [path])
                    // Absent is nil: it was refused.
                    return Task { (try? await call.call(HealthTopics.observe, hub: "room-1", body: body)) != nil }
                }
                let taken = [await asked[0].value, await asked[1].value]
                #expect(Set(taken) == [true, false])
            }
        }
    }

    /// Of two clocks that differ, the later start counts.
    @Test @ImporterIsolation func aSessionBeginsByTheLaterOfTwoClocks() async throws {
        try await ManagedSeat.running { seat, parts in
            let before = Date()
            // The importer hears those that follow.
            try await seat.start("zoe", for: parts)
            try await seat.start("ann", at: before - 3_600, for: parts)
            let ann = try #require(await parts.sessions.known(ManagedSeat.seat))
            try await eventually("this machine's clock is ahead") { parts.sessions.start(of: ann) >= before }
            try await seat.start("bob", at: before + 3_600, for: parts)
            let bob = try #require(await parts.sessions.known(ManagedSeat.seat))
            #expect(parts.sessions.start(of: bob) == bob.startedAt, "the server's is")
        }
    }

    @Test @ImporterIsolation func aRequestIsForTheSessionThatItsSenderSaw() async throws {
        try await ManagedSeat.running { seat, parts in
            let service = ImportService(parts: parts)
            let path = seat.folder.url.appending(path: "export.xml").path
            try Data(SmallExport().text.utf8).write(to: URL(filePath: path))
            try await seat.start("ann", for: parts)
            try await seat.start("bob", for: parts)
            try await seat.serving(service.handlers) { call in
                func send(_ session: String?) async throws -> ImportState {
                    let body = ImportFile(path: path, seat: ManagedSeat.seat, sessionID: session, confirmsPerson: true)
                    return try await call.call(HealthTopics.importFile, hub: "room-1", body: body)
                }
                func listed() async throws -> [String?] {
                    let body = ImportsRequest()
                    return try await call.call(HealthTopics.imports, hub: "room-1", body: body).imports.map(\.sessionID)
                }
                let refused = await #expect(throws: BusError.self) { _ = try await send("session-of-ann") }
                #expect(refused?.code == .conflict)
                #expect(try await send("session-of-bob").sessionID == "session-of-bob")
                #expect(try await listed() == ["session-of-bob"], "the refused one is not there")
                try await seat.start("ann", for: parts)
                #expect(try await listed() == ["session-of-bob"])
                try await seat.start("bob", session: "next-of-bob", for: parts)
                #expect(try await listed() == ["next-of-bob"], "their present session")
            }
        }
    }
}

/// A seat with an importer's parts, and a session manager for which the test answers.
private struct ManagedSeat: Sendable {
    static let seat = "bed-1"

    let folder: TemporaryFolder
    private let broker = InMemoryBroker()
    private let present = Present()

    private final class Present: Sendable {
        let known = Mutex<Subscriptions?>(nil)
    }

    private static let logger = Logger(label: "importer") { _ in SwiftLogNoOpLogHandler() }

    /// Runs an importer's parts while the body runs.
    @ImporterIsolation static func running(_ body: (ManagedSeat, ImporterParts) async throws -> Void) async throws {
        let seat = ManagedSeat(folder: try TemporaryFolder())
        let path = seat.folder.url.appending(path: "i.sqlite").path
        let store = try await ImportStore.open(StoreConfiguration(path: path))
        let requests = RequestClient(try seat.client("room-1", "health-importer"))
        let context = try seat.context(requests: requests)
        let parts = ImporterParts(context, settings: try ImporterSettings(context), store: store)
        let known = seat.present
        let answer = RequestHandler(SessionOperations.subscriptions) { _, _ in
            guard let found = known.known.withLock(\.self) else { throw BusError(.notFound, message: "no session") }
            return found
        }
        let manager = try RequestServer(
            try seat.client("site", "session-manager"),
            handlers: [answer],
            logger: logger
        )
        let tasks = [
            Task { try await requests.run() }, Task { try await manager.run() },
            Task { try await parts.sessions.follow() },
        ]
        let result: Result<Void, any Error>
        do { result = .success(try await body(seat, parts)) } catch { result = .failure(error) }
        for task in tasks.reversed() {
            task.cancel()
            _ = await task.result
        }
        try await store.close()
        try result.get()
    }

    /// Serves an importer's operations while the body runs.
    @ImporterIsolation func serving(_ handlers: [RequestHandler], _ body: (RequestClient) async throws -> Void)
        async throws
    {
        let server = try RequestServer(try client("room-1", "health-importer"), handlers: handlers, logger: Self.logger)
        let caller = RequestClient(try client("room-1", "vitalbus"))
        let tasks = [Task { try await server.run() }, Task { try await caller.run() }]
        let result: Result<Void, any Error>
        do { result = .success(try await body(caller)) } catch { result = .failure(error) }
        for task in tasks.reversed() {
            task.cancel()
            _ = await task.result
        }
        try result.get()
    }

    /// Starts a person's session, and waits until the importer knows it.
    @ImporterIsolation func start(
        _ person: String,
        session: String? = nil,
        at: Date = Date(),
        for parts: ImporterParts
    ) async throws {
        let id = session ?? "session-of-\(person)"
        let next = Subscriptions(
            seat: Self.seat,
            sessionID: id,
            person: person,
            apiVersion: "inform",
            defaultUser: false,
            startedAt: at,
            sampleTypes: ["HKQuantityTypeIdentifierBodyMass"],
            processIntraday: false
        )
        present.known.withLock { $0 = next }
        let state = SessionState(
            seat: Self.seat,
            active: true,
            sessionID: id,
            startedAt: at,
            validated: .yes,
            defaultUser: false
        )
        // The importer's subscription may come later, and then gets the retained state.
        _ = try await client("site", "session-manager").publish(
            SessionEvents.sessionState,
            values: ["seat": Self.seat],
            data: state
        )
        try await eventually("the importer knows the session") {
            await parts.sessions.known(Self.seat)?.sessionID == id
        }
        // The times of files go on in steps of some milliseconds: a file of the same step seems to be older. The store
        // rounds them to whole ones.
        let (probe, begun) = (folder.url.appending(path: "probe"), Date().timeIntervalSince1970 + 0.001)
        try await eventually("the times of files to go on") {
            try Data([1]).write(to: probe)
            return FileArrival.time(of: probe.path).map { $0 > begun } ?? false
        }
    }

    private func client(_ hub: String, _ actor: String) throws -> BusClient {
        let environment = BusEnvironment(
            now: { Date() },
            newID: { UUID().uuidString.lowercased() },
            clock: ContinuousClock()
        )
        let address = try BusAddress(site: "home", hub: hub, actor: actor, instance: "main")
        return BusClient(bus: broker.connect(), address: address, epoch: 1, environment: environment)
    }

    private func context(requests: RequestClient) throws -> ActorContext {
        let client = try client("room-1", "health-importer")
        let key = folder.url.appending(path: "site-key").path
        _ = try SiteKey.load(key, createIfMissing: true)
        let flags = ["site": "home", "hub": "room-1"]
        let sources = ConfigurationSources(flags: flags.map { ($0.key, $0.value, "--set \($0.key)") })
        return ActorContext(
            client: client,
            requests: requests,
            states: RetainedStates(client, logger: Self.logger),
            configuration: try ConfigurationLoader(HealthImporterActor.self, actors: []).load(sources),
            logger: Self.logger,
            stateDirectory: folder.url,
            siteKeyPath: key
        )
    }
}
