import BusContract
import ContractLiterals
import FoundationEssentials
import HealthRecords
import ImportStore
import MessageBus
import Outbox
import StoreEngine
import TestSupport
import VitalRecords

@testable import HealthImporterActor

/// An importer's store and files, without a bus.
struct ImportSite: Sendable {
    struct Impossible: Error {}

    let folder: TemporaryFolder
    let store: ImportStore
    let hub: HubID
    let seat: SeatID

    init() async throws {
        folder = try TemporaryFolder()
        guard let hub = HubID(rawValue: "room-1"), let seat = SeatID(rawValue: "bed-1") else { throw Impossible() }
        (self.hub, self.seat) = (hub, seat)
        store = try await ImportStore.open(StoreConfiguration(path: folder.url.appending(path: "i.sqlite").path))
    }

    func write(_ name: String, _ export: SmallExport) throws -> String {
        let path = folder.url.appending(path: name).path
        try Data(export.text.utf8).write(to: URL(filePath: path))
        return path
    }

    /// Writes a file with a given time of modification.
    func write(_ name: String, _ text: String, at modified: Date = Self.now) throws -> String {
        let path = folder.url.appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: path)
        return path
    }

    /// Imports a file, or several as a fetch does, for a person; its outbox rows remain.
    func run(
        _ path: String,
        id: String = UUID().uuidString.lowercased(),
        person: String = "ann",
        confirms: Bool = false,
        limit: Int = 100_000,
        stop: StopFlag = StopFlag(),
        wake: WakeUp = WakeUp(),
        now: Date = Self.now,
        zone: String? = "UTC",
        stamp: String? = nil,
        userIndex: Int? = nil,
        origin: ImportFacts.Origin = .file,
        further: [String] = []
    ) async throws -> ImportFacts {
        var body = ImportFile(path: path)
        body.confirmsPerson = confirms
        body.userIndex = userIndex
        var facts: ImportFacts
        if let kept = try await store.storedImport(id) {
            facts = try WireJSON.decode(ImportFacts.self, from: Array(kept.facts))
        } else {
            facts = ImportFacts(origin: origin, person: person, wish: try ImportWish(body, api: "inform"))
        }
        facts.stamp = stamp ?? facts.stamp
        let entry = StoredImport(id: id, seat: seat.rawValue, path: path, facts: Data(try WireJSON.encode(facts)))
        try await store.save(entry)
        var options = HealthImportOptions(scope: person, hub: hub, seat: seat, receivedAt: now)
        options.homeZone = zone
        options.sourcePriority = ["Watch", "Phone"]
        let board = ImportBoard(facts)
        let work = ImportWork(
            store: store,
            importID: id,
            person: try await store.person(person, seat: seat.rawValue),
            subscriptions: Self.subscriptions(person),
            options: options,
            salt: [1],
            paths: [path] + further,
            outboxLimit: limit,
            stop: stop,
            board: board,
            wake: wake,
            now: { now }
        )
        return try await Blocking.onThread { try work.run() }
    }

    /// The readings in the outbox.
    func waiting() async throws -> [Reading] {
        try await store.outbox.nextBatch(limit: 100_000).map {
            try WireJSON.decode(Reading.self, from: Array($0.payload))
        }
    }

    /// Takes over the waiting readings like the session manager, and returns them.
    @discardableResult
    func takeOver() async throws -> [Reading] {
        let rows = try await store.outbox.nextBatch(limit: 100_000)
        try await store.outbox.remove(rows.map(\.item))
        return try rows.map { try WireJSON.decode(Reading.self, from: Array($0.payload)) }
    }

    static let now = Date(timeIntervalSince1970: 1_795_000_000)

    static func subscriptions(_ person: String) -> Subscriptions {
        Subscriptions(
            seat: "bed-1",
            sessionID: "session-of-\(person)",
            person: person,
            apiVersion: "inform",
            defaultUser: false,
            startedAt: now,
            sampleTypes: [],
            processIntraday: false
        )
    }
}
