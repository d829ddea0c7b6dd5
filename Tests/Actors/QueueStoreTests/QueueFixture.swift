import DeliveryRules
import Foundation
import QueueStore
import StoreEngine
import StoreSupport
import Testing

/// A queue store with a running session, and helpers for the tests.
struct QueueFixture: Sendable {
    let fixture: StoreFixture
    let store: QueueStore
    let at = StoreFixture.start
    let term = Duration.seconds(30)

    init(seats: [String] = ["bed"]) async throws {
        fixture = try StoreFixture()
        store = try await fixture.queue()
        for seat in seats { try await startSession("session-\(seat)", seat: seat, user: "user-\(seat)") }
    }

    private init(fixture: StoreFixture, store: QueueStore) {
        self.fixture = fixture
        self.store = store
    }

    /// Reopens the same file, as after a restart.
    func reopened() async throws -> QueueFixture {
        try await store.close()
        return QueueFixture(fixture: fixture, store: try await fixture.queue())
    }

    func later(_ seconds: Double) -> Date { at.addingTimeInterval(seconds) }

    func clock(_ seconds: Int64) -> BootInstant { BootInstant(milliseconds: seconds * 1_000) }

    @discardableResult
    func startSession(
        _ id: String,
        seat: String,
        user: String,
        api: String = "inform",
        rateKey: String? = nil,
        at: Date = StoreFixture.start
    ) async throws -> StoredSession? {
        try await store.sessions.start(
            StoredSession(
                id: id,
                seat: seat,
                userID: user,
                organizationID: "org",
                api: api,
                apiVersion: "v2",
                sealedToken: Data("sealed".utf8),
                startedAt: at,
                rateKey: rateKey
            ),
            endingPresentFor: "replaced",
            at: at
        )
    }

    func decision(
        _ key: String,
        revision: Int = 1,
        session: String = "session-bed",
        logID: String? = nil,
        history: Bool = false,
        byOperator: Bool = false
    ) -> ReadingDecision {
        ReadingDecision(
            readingKey: key,
            revision: revision,
            hub: "hub",
            seenAt: at,
            outcome: .queue(
                NewRecord(
                    logID: logID ?? "log-\(key)",
                    sessionID: session,
                    seat: "bed",
                    record: Data("\(key)#\(revision)".utf8),
                    isHistory: history
                )
            ),
            isByOperator: byOperator,
            notifications: [
                NewNotification(
                    id: UUID().uuidString,
                    type: "didReadPeripheral",
                    hub: "hub",
                    seat: "bed",
                    data: Data(),
                    time: at
                )
            ]
        )
    }

    @discardableResult
    func accept(_ decisions: ReadingDecision..., at: Date? = nil) async throws -> [AcceptResult] {
        try await store.records.accept(decisions, at: at ?? self.at)
    }

    func grant(
        _ worker: String = "one",
        free: Int = 10,
        at seconds: Int64 = 0,
        history: Int? = nil,
        apis: Set<String>? = nil,
        rates: RateLimit = .unlimited
    ) async throws -> [Grant] {
        try await store.delivery.grant(
            GrantRequest(worker: worker, free: free, history: history, term: term, apis: apis, rates: rates),
            now: clock(seconds),
            at: later(Double(seconds))
        )
    }

    @discardableResult
    func settle(_ logID: String, _ fence: Int64, _ outcome: AttemptOutcome, at seconds: Int64 = 0) async throws
        -> [DeliveryAction]
    {
        try await store.delivery.settle(
            [Answer(logID: logID, fence: fence, outcome: outcome)],
            now: clock(seconds),
            at: at
        ).first?.actions ?? []
    }

    /// Changes a record as an operator does.
    @discardableResult
    func change(_ logID: String, from revision: Int, to text: String) async throws -> RecordChange {
        try await store.records.update(logID: logID, baseRevision: revision, at: at) { _, _ in Data(text.utf8) }
    }

    /// A record's deliveries to further destinations.
    func further(_ logID: String) async throws -> [StoredRecord] {
        try await store.records.further(of: [logID])[logID] ?? []
    }

    func told(_ type: String) async throws -> [String] {
        try await store.notifications.entries(since: 0, limit: 1_000).map(\.notification).filter { $0.type == type }
            .map { String(decoding: $0.data, as: UTF8.self) }
    }
}
