import BusContract
import ContractLiterals
import DeliveryRules
import FoundationEssentials
import Logging
import MessageBus
import Outbox
import StoreEngine
import Synchronization
import TestSupport
import VitalRecords

/// A producer's outbox, its relay, and a session manager that the test controls.
struct RelaySite: Sendable {
    struct Impossible: Error {}

    /// A boot clock that follows the manual clock.
    struct Boot: BootClock {
        let clock: ManualClock
        var now: BootInstant { BootInstant.zero + .seconds(1_000) + clock.now.offset }
    }

    let broker = InMemoryBroker()
    let folder: TemporaryFolder
    let clock = ManualClock()
    let store: OutboxStore
    let wake = WakeUp()
    let manager: FakeManager
    private let stepped = Stepped()

    private final class Stepped: Sendable {
        let seconds = Mutex(0.0)
    }

    private init() async throws {
        folder = try TemporaryFolder()
        let path = folder.url.appending(path: "outbox.sqlite").path
        store = try await OutboxStore.open(StoreConfiguration(path: path))
        manager = FakeManager(
            Self.client(
                broker,
                clock,
                try BusAddress(
                    site: "home",
                    hub: "site",
                    actor: "session-manager",
                    instance: "main"
                )
            )
        )
    }

    /// Runs a relay while the body runs.
    static func running(_ body: (RelaySite, OutboxRelay) async throws -> Void) async throws {
        let site = try await RelaySite()
        let client = client(
            site.broker,
            site.clock,
            try BusAddress(site: "home", hub: "room-1", actor: "device-reader", instance: "main"),
            stepped: site.stepped
        )
        let requests = RequestClient(client)
        let relay = OutboxRelay(
            store: site.store,
            client: client,
            requests: requests,
            hub: "site",
            clock: Boot(clock: site.clock),
            logger: Logger(label: "relay") { _ in SwiftLogNoOpLogHandler() },
            wake: site.wake
        )
        let replies = Task { try await requests.run() }
        let work = Task { await relay.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(site, relay)) } catch { result = .failure(error) }
        work.cancel()
        await work.value
        replies.cancel()
        _ = await replies.result
        await site.manager.leave()
        try await site.store.close()
        try result.get()
    }

    /// Puts readings into the outbox as a producer does, with an unreadable one among them if requested.
    func produce(_ numbers: Range<Int>, revision: Int = 1, padding: Int = 0, unreadable: Int? = nil) async throws {
        var readings = try numbers.map { number in
            let reading = try Self.reading(number, revision: revision, padding: padding)
            return OutboxReading(
                item: Self.item(number, revision),
                payload: Data(try WireJSON.encode(reading)),
                seat: nil,
                device: nil
            )
        }
        if let unreadable {
            let row = OutboxReading(
                item: Self.item(unreadable),
                payload: Data("not a reading".utf8),
                seat: nil,
                device: nil
            )
            readings.insert(row, at: readings.count / 4)
        }
        try await store.commitReadings(frames: [], readings: readings, at: Date(timeIntervalSince1970: 0))
        wake.signal()
    }

    /// Advances the clock until a condition holds.
    func passing(_ what: String, _ condition: () async throws -> Bool) async throws {
        try await eventually(what) {
            if try await condition() { return true }
            clock.advance(by: .milliseconds(100))
            return false
        }
    }

    /// Advances the clock until the outbox is empty, and answers repeated requests meanwhile.
    func settled() async throws {
        try await passing("the outbox is empty") {
            if try await depth() == 0 { return true }
            if let newest = manager.requests.all.last { try await manager.answer(newest, newest.items) }
            return false
        }
    }

    func depth() async throws -> Int { try await store.depth().readings }

    static func key(_ number: Int) -> ReadingKey {
        ReadingKey.hashed(scheme: "test", fields: [1: Array("\(number)".utf8)])
    }

    static func item(_ number: Int, _ revision: Int = 1) -> OutboxItem {
        OutboxItem(readingKey: key(number).rawValue, revision: revision)
    }

    /// A reading's bytes in the outbox.
    static func payload(_ number: Int) throws -> Data {
        Data(try WireJSON.encode(reading(number, revision: 1, padding: 0)))
    }

    static func reading(
        _ number: Int,
        revision: Int = 1,
        padding: Int = 0,
        quality: TimeQuality = .unknown,
        kind: SourceKind = .bluetooth
    ) throws -> Reading {
        guard let hub = HubID(rawValue: "room-1") else { throw Impossible() }
        let value = Measurement(metric: .pulse, value: 60, unit: "/min")
        // Few long measurements, because many short ones take ten times as long to encode.
        let long = String(repeating: "x", count: 2_000)
        let more = (0..<padding).map { Measurement(metric: MetricName(rawValue: "m\($0)"), value: 1, unit: long) }
        return Reading(
            readingKey: key(number),
            revision: revision,
            type: .biometrics,
            timestamp: Date(timeIntervalSince1970: 1_786_000_000),
            timeQuality: quality,
            receivedAt: Date(timeIntervalSince1970: 1_786_000_000),
            hub: hub,
            source: RecordSource(kind: kind),
            measurements: [value] + more
        )
    }

    /// Sets the producer's wall clock, and wakes its relay.
    func step(_ seconds: Double) {
        stepped.seconds.withLock { $0 += seconds }
        wake.signal()
    }

    private static func client(
        _ broker: InMemoryBroker,
        _ clock: ManualClock,
        _ address: BusAddress,
        stepped: Stepped = Stepped()
    ) -> BusClient {
        let environment = BusEnvironment(
            now: {
                Date(timeIntervalSince1970: 1_786_000_000) + clock.now.offset / .seconds(1)
                    + stepped.seconds.withLock(\.self)
            },
            newID: { UUID().uuidString.lowercased() },
            clock: clock
        )
        return BusClient(bus: broker.connect(), address: address, epoch: 1, environment: environment)
    }
}
