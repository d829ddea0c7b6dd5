import DeliveryRules
import Foundation
import GRDB
import Outbox
import StoreEngine
import StoreSupport

@testable import LedgerStore
@testable import QueueStore

/// A store and one of the delivery line's commits on it.
struct CommitStore: Sendable {
    let commit: LineCommit
    let writer: GroupCommitWriter

    private static let large = Data(repeating: 0x61, count: 20_000)
    private static let at = StoreFixture.start
    private static let now = BootInstant(milliseconds: 1_000)
    private static let reading = OutboxReading(
        item: OutboxItem(readingKey: "new", revision: 1),
        payload: large,
        seat: nil,
        device: nil
    )

    static func open(_ commit: LineCommit, _ fixture: StoreFixture) async throws -> CommitStore {
        let writer =
            switch commit.kind {
            case .outbox: try await fixture.outbox().writer
            case .ledger: try await fixture.ledger().writer
            case .queue: try await fixture.queue().writer
            }
        return CommitStore(commit: commit, writer: writer)
    }

    private var outbox: OutboxStore { OutboxStore(writer: writer) }
    private var ledger: LedgerStore { LedgerStore(writer: writer) }
    private var queue: QueueStore { QueueStore(writer: writer, notifications: PlainNotifications()) }

    /// Everything in the store.
    func content() async throws -> [String] {
        try await writer.read { database in
            let tables = try String.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
            )
            return try tables.flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").map { "\(table) \($0)" }
            }
        }
    }

    /// Writes the rows that the commit needs.
    func prepare() async throws {
        switch commit.kind {
        case .outbox:
            let link = try await outbox.links.begin(device: "d", context: Data([1]), at: Self.at)
            _ = try await outbox.saveFrame(device: "d", link: link, characteristic: "c", bytes: Data([1]), at: Self.at)
            let old = OutboxReading(
                item: OutboxItem(readingKey: "old", revision: 1),
                payload: Data("old".utf8),
                seat: nil,
                device: nil
            )
            try await outbox.commitReadings(frames: [], readings: [old], at: Self.at)
        case .ledger: try await prepareLedger()
        case .queue: try await prepareQueue()
        }
    }

    private func prepareLedger() async throws {
        try await ledger.beginAttempt(logID: "old", revision: 1, fence: 1, sessionID: "s", at: Self.at)
        guard commit == .confirm else { return }
        try await ledger.recordOutcome(logID: "old", fence: 1, outcome: .done(serverID: "x"), at: Self.at)
    }

    private func prepareQueue() async throws {
        _ = try await queue.sessions.start(session("old", seat: "bed"), endingPresentFor: "replaced", at: Self.at)
        try await queue.assignments.set(device: "d", userIndex: nil, seat: "bed", from: Self.at, at: Self.at)
        _ = try await queue.records.accept([decision("old")], at: Self.at)
        try await queue.notifications.post([notification("n")], at: Self.at)
        if [.settle, .retry, .leaseEnd].contains(commit) { try await grant() }
        guard commit == .imageSettled else { return }
        try await grant()
        try await settle(.done(serverID: "x"))
        _ = try await queue.images.accept(image, at: Self.at)
        let pull = GrantRequest(worker: "w", free: 1, term: .seconds(30), apis: ["inform/images"])
        _ = try await queue.delivery.grant(pull, now: Self.now, at: Self.at)
    }

    private var image: NewImage {
        NewImage(
            id: "image",
            recordLogID: "log-old",
            sourceSHA256: "source",
            sha256: "sha",
            contentType: "image/png",
            size: 1
        )
    }

    /// Makes the commit.
    func carryOut() async throws {
        switch commit.kind {
        case .outbox: try await carryOutOutbox()
        case .ledger: try await carryOutLedger()
        case .queue: try await carryOutQueue()
        }
    }

    private func carryOutOutbox() async throws {
        let old = OutboxItem(readingKey: "old", revision: 1)
        switch commit {
        case .link: _ = try await outbox.links.begin(device: "d", context: Self.large, at: Self.at)
        case .frame:
            _ = try await outbox.saveFrame(device: "d", link: 1, characteristic: "c", bytes: Self.large, at: Self.at)
        case .outboxReading: try await outbox.commitReadings(frames: [1], readings: [Self.reading], at: Self.at)
        case .outboxSent: try await outbox.markSent([old], at: Self.at)
        default: try await outbox.remove([old])
        }
    }

    private func carryOutLedger() async throws {
        switch commit {
        case .attempt: try await ledger.beginAttempt(logID: "new", revision: 1, fence: 2, sessionID: "s", at: Self.at)
        case .outcome:
            try await ledger.recordOutcome(logID: "old", fence: 1, outcome: .done(serverID: "x"), at: Self.at)
        default:
            try await writer.commit { await ledger.confirm([("old", 1)], at: Self.at, finished: $0) }
        }
    }

    private func carryOutQueue() async throws {
        let error = DeliveryError(code: "http503", message: "later")
        switch commit {
        case .accept: _ = try await queue.records.accept([decision("new")], at: Self.at)
        case .hold: _ = try await queue.records.accept([held("new")], at: Self.at)
        case .grant: try await grant()
        case .settle: try await settle(.done(serverID: "x"))
        case .retry: try await settle(.retry(afterMilliseconds: 5, possiblySent: true, error: error))
        case .leaseEnd: try await queue.delivery.expireLeases(now: BootInstant(milliseconds: 90_000), at: Self.at)
        case .image: _ = try await queue.images.accept(image, at: Self.at)
        case .imageSettled:
            let done = Answer(logID: "image", fence: 1, outcome: .done(serverID: "media"))
            _ = try await queue.delivery.settle([done], now: Self.now, at: Self.at)
        case .published: try await writer.commit { await queue.notifications.markPublished([1], finished: $0) }
        case .sessionStart:
            _ = try await queue.sessions.start(session("new", seat: "chair"), endingPresentFor: "replaced", at: Self.at)
        case .sessionEnd: _ = try await queue.sessions.end("old", reason: "requested", at: Self.at)
        case .assignment:
            try await queue.assignments.set(device: "e", userIndex: 1, seat: "bed", from: Self.at, at: Self.at)
        default: _ = try await queue.assignments.end(device: "d", userIndex: nil, until: Self.at, at: Self.at)
        }
    }

    private func grant() async throws {
        _ = try await queue.delivery.grant(
            GrantRequest(worker: "w", free: 1, term: .seconds(30)),
            now: Self.now,
            at: Self.at
        )
    }

    private func settle(_ outcome: AttemptOutcome) async throws {
        _ = try await queue.delivery.settle(
            [Answer(logID: "log-old", fence: 1, outcome: outcome)],
            now: Self.now,
            at: Self.at
        )
    }

    private func session(_ id: String, seat: String) -> StoredSession {
        StoredSession(
            id: id,
            seat: seat,
            userID: "user-\(id)",
            organizationID: "org",
            api: "inform",
            apiVersion: "v2",
            sealedToken: id == "new" ? Self.large : Data("sealed".utf8),
            startedAt: Self.at
        )
    }

    private func decision(_ key: String) -> ReadingDecision {
        let record = NewRecord(
            logID: "log-\(key)",
            sessionID: "old",
            seat: "bed",
            record: Self.large,
            isHistory: false
        )
        return decision(key, .queue(record))
    }

    private func held(_ key: String) -> ReadingDecision {
        decision(key, .hold(reading: Self.large, reason: "noAssignment", device: "d"))
    }

    private func decision(_ key: String, _ outcome: ReadingDecision.Outcome) -> ReadingDecision {
        ReadingDecision(
            readingKey: key,
            revision: 1,
            hub: "hub",
            seenAt: Self.at,
            outcome: outcome,
            isByOperator: false,
            notifications: [notification("about-\(key)")]
        )
    }

    private func notification(_ id: String) -> NewNotification {
        NewNotification(id: id, type: "readingHeld", hub: "hub", seat: "bed", data: Data("{}".utf8), time: Self.at)
    }
}
