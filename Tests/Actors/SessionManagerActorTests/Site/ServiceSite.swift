import ContractLiterals
import FoundationEssentials
import Logging
import MessageBus
import StoreSupport
import TestSupport

@testable import QueueStore
@testable import SessionManagerActor
@testable import StoreEngine

/// A store and two clocks, for tests of one service without a bus.
struct ServiceSite: Sendable {
    let folder: TemporaryFolder
    let store: QueueStore
    let time: TestTime
    let environment: BusEnvironment
    /// The log lines of the service.
    let log = Collected<String>()

    /// Opens a store, or reopens another site's store.
    init(_ folder: TemporaryFolder? = nil, time: TestTime = TestTime()) async throws {
        self.folder = try folder ?? TemporaryFolder()
        self.time = time
        environment = BusEnvironment(now: { time.date }, newID: { "id-1" }, clock: ManualClock())
        let events = EventWriter(newID: { "id-1" }, sharedSeats: nil, clock: time)
        let path = self.folder.url.appending(path: "session-manager.sqlite").path
        try await FreshQueue.place(at: path)
        store = try await QueueStore.open(StoreConfiguration(path: path), notifications: events, at: time.date)
    }

    var logger: Logger { Logger(label: "service") { [log] _ in CollectingLog(lines: log) } }

    var wallClock: ClockService {
        ClockService(store: store, environment: environment, clock: time, logger: logger)
    }

    /// Starts a session at a seat in the store.
    func start(_ seat: String, user: String = "ann") async throws -> StoredSession {
        let session = StoredSession(
            id: "session-of-\(seat)",
            seat: seat,
            userID: user,
            organizationID: "org",
            api: "inform",
            apiVersion: "v2",
            sealedToken: nil,
            startedAt: time.date
        )
        _ = try await store.sessions.start(
            session,
            endingPresentFor: "replaced",
            notifications: [],
            madeAt: time.date,
            at: time.date
        )
        return session
    }
}
