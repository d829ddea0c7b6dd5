import DeliveryRules
import Foundation
import GRDB
import QueueStore
import StoreEngine
import StoreSupport
import Synchronization
import Testing

/// A row with unreadable columns is settled once, and the others continue, both at a start and while the store is open.
@Suite struct UnreadableRowTests {
    private func withQueue(_ body: (QueueFixture) async throws -> Void) async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await body(queue)
    }

    private func refused(_ queue: QueueFixture) async throws -> [String] {
        try await queue.store.records.records(.rejected()).elements.map(\.entry.logID)
    }

    @Test(arguments: [
        "revision = 'x'", "fence = 'x'", "hub = x'ff'", "attempts = 'many'",
        "possibly_sent = 'x'",
        "measured_at = x'00'", "is_deletion = 'no'", "revision_base = 'x'", "waiting_revision = 'x'",
    ])
    func aRecordIsRefusedAndToldAndTheOthersFlow(change: String) async throws {
        try await withQueue { queue in
            try await queue.accept(queue.decision("a"), queue.decision("b"))
            try await queue.fixture.spoil("queue", changes: change, where: "log_id = 'log-a'")
            let grants = try await queue.grant()
            #expect(grants.map(\.logID) == ["log-b"])
            #expect(try await refused(queue) == ["log-a"])
            let record = try #require(try await queue.store.records.record(logID: "log-a"))
            #expect(record.lastError == "unreadableRow" && record.seat == "bed")
            #expect(record.entry.possiblySent, "it is looked up before it is sent again")
            #expect(try await queue.told("submissionFailed").count == 1)
            #expect(await queue.store.health.unreadableRows == 1)
            // Neither a lease's end nor a restart brings it back, and it is reported once.
            try await queue.store.delivery.expireLeases(now: queue.clock(60), at: queue.at)
            let after = try await queue.reopened()
            #expect(try await after.grant(at: 61).map(\.logID) == ["log-b"])
            #expect(try await after.told("submissionFailed").count == 1)
            #expect(await after.store.health.unreadableRows == 0)
            try await after.store.close()
        }
    }

    @Test func aStartIsNotHeldUp() async throws {
        try await withQueue { queue in
            try await queue.accept(queue.decision("a"), queue.decision("b"))
            let fences = try await queue.grant().map(\.fence)
            try await queue.store.close()
            try await queue.fixture.spoil("queue", changes: "fence = 'x', lease_until = 'x'", where: "log_id = 'log-a'")
            let store = try await queue.fixture.queue()
            try await store.delivery.extendAllLeases(now: queue.clock(1), term: queue.term, bootID: "b", at: queue.at)
            let told = Told()
            await store.onMended { told.note($0) }
            #expect(told.rows.map(\.columns) == [["lease_until", "fence"]] && told.rows.allSatisfy(\.isMended))
            #expect(try await store.records.records(.rejected()).elements.map(\.entry.logID) == ["log-a"])
            // The worker that had it has delivered it, but its number no longer matches, so a person decides.
            let answer = Answer(
                logID: "log-a",
                fence: fences[0],
                outcome: .retry(
                    afterMilliseconds: 0,
                    possiblySent: true,
                    error: DeliveryError(code: "c", message: "m")
                )
            )
            _ = try await store.delivery.settle([answer], now: queue.clock(1), at: queue.at)
            #expect(try await store.records.records(.rejected()).elements.map(\.entry.logID) == ["log-a"])
            try await store.close()
        }
    }

    @Test func aWaitingRevisionIsWhatIsKept() async throws {
        try await withQueue { queue in
            try await queue.accept(queue.decision("a"))
            _ = try await queue.grant()
            try await queue.accept(queue.decision("a", revision: 2))
            try await queue.fixture.spoil("queue", changes: "attempts = 'x'")
            try await queue.store.delivery.expireLeases(now: queue.clock(60), at: queue.at)
            let record = try #require(try await queue.store.records.record(logID: "log-a"))
            #expect(
                record.record == Data("a#2".utf8) && record.entry.revision == 2 && record.entry.waitingRevision == nil
            )
            #expect(try await refused(queue) == ["log-a"])
            try await queue.store.close()
        }
    }

    @Test func aDeliveredRecordStaysDelivered() async throws {
        try await withQueue { queue in
            try await queue.accept(queue.decision("a"))
            let grant = try #require(try await queue.grant().first)
            try await queue.settle("log-a", grant.fence, .done(serverID: "s"))
            try await queue.fixture.spoil("queue", changes: "attempts = 'x'")
            let record = try #require(try await queue.store.records.record(logID: "log-a"))
            #expect(record.entry.state == .submitted(serverID: "s"))
            #expect(try await queue.told("submissionFailed").isEmpty)
            try await queue.store.close()
        }
    }

    @Test(arguments: ["revision = 'x'", "seen_at = x'00'", "received_at = 'x'", "hub = x'ff'", "reason = x'ff'"])
    func aHeldReadingWaitsForAPerson(change: String) async throws {
        try await withQueue { queue in
            for key in ["key-a", "key-b"] {
                let outcome = ReadingDecision.Outcome.hold(reading: Data("x".utf8), reason: "noAssignment", device: "d")
                try await queue.accept(
                    ReadingDecision(readingKey: key, revision: 1, hub: "hub", seenAt: queue.at, outcome: outcome)
                )
            }
            try await queue.fixture.spoil("held", changes: change, where: "reading_key = 'key-a'")
            let page = try await queue.store.held.readings()
            #expect(page.elements.map(\.readingKey) == ["key-a", "key-b"])
            #expect(page.elements.map(\.awaitsPerson) == [true, false])
            // An assignment only decides about the other one.
            let owned = try await queue.store.assignments.set(
                device: "d",
                userIndex: nil,
                seat: "bed",
                from: queue.at,
                at: queue.at,
                decide: { queue.decision($0.held.readingKey) }
            ).owned
            #expect(owned == 1)
            #expect(try await queue.store.held.readings().elements.map(\.readingKey) == ["key-a"])
            try await queue.store.close()
        }
    }

    @Test func aNotificationIsTold() async throws {
        try await withQueue { queue in
            try await queue.accept(queue.decision("a"), queue.decision("b"))
            try await queue.fixture.spoil("notifications", changes: "time = 'x'", where: "cursor = 1")
            #expect(try await queue.store.notifications.unpublished(limit: 9).map(\.cursor) == [1, 2])
            #expect(await queue.store.health.unreadableRows == 1)
            try await queue.store.close()
        }
    }

    /// The person of a reading is never guessed: such a file is damaged, like any other.
    @Test func whatSaysWhoseAReadingIsStaysAsItIs() async throws {
        try await withQueue { queue in
            try await queue.store.close()
            try await queue.fixture.spoil("sessions", changes: "started_at = 'x'")
            let error = await #expect(throws: StoreError.self) { _ = try await queue.fixture.queue() }
            #expect(error?.code == .corrupt)
        }
    }
}

private final class Told: Sendable {
    private let all = Mutex<[MendedRow]>([])
    var rows: [MendedRow] { all.withLock(\.self) }
    func note(_ row: MendedRow) { all.withLock { $0.append(row) } }
}
