import DeliveryRules
import Foundation
import LedgerStore
import StoreEngine
import StoreSupport
import Testing

@Suite struct LedgerStoreTests {
    private let at = StoreFixture.start

    @Test func startedAttemptsSurviveAsPossiblySent() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        var store = try await fixture.ledger()
        try await store.beginAttempt(logID: "a", revision: 1, fence: 1, sessionID: "s", at: at)
        try await store.close()
        store = try await fixture.ledger()
        let cutOff = try await store.interruptedAttempts(limit: 9)
        #expect(cutOff.map(\.entry.logID) == ["a"])
        #expect(cutOff.first?.entry.isPossiblySent == true)
        #expect(try await store.unansweredAttempts(logID: "a").count == 1)
        #expect(try await store.unconfirmedOutcomes(limit: 9).isEmpty)
    }

    @Test func oneGrantStartsOneAttempt() async throws {
        let store = try await StoreFixture.kept { try await $0.ledger() }
        defer { store.fixture.remove() }
        try await store.value.beginAttempt(logID: "a", revision: 1, fence: 1, sessionID: "s", at: at)
        let error = await #expect(throws: StoreError.self) {
            try await store.value.beginAttempt(logID: "a", revision: 1, fence: 1, sessionID: "s", at: at)
        }
        #expect(error?.code == .constraint)
        try await store.value.beginAttempt(logID: "a", revision: 1, fence: 2, sessionID: "s", at: at)
    }

    /// Any entry that the ledger has for the record decides first.
    @Test func aFirstAttemptStartsOnlyWhereNothingIsKnown() async throws {
        let store = try await StoreFixture.kept { try await $0.ledger() }
        defer { store.fixture.remove() }
        let ledger = store.value
        func begin(_ logID: String, revision: Int, fence: Int64) async throws -> Bool {
            try await ledger.beginFirstAttempt(
                logID: logID,
                revision: revision,
                fence: fence,
                sessionID: "s",
                digest: Data([1]),
                at: at
            )
        }
        #expect(try await begin("a", revision: 1, fence: 1))
        #expect(try await !begin("a", revision: 1, fence: 1), "the same grant")
        #expect(try await !begin("a", revision: 2, fence: 2), "a later one")
        #expect(try await begin("b", revision: 1, fence: 1), "another record")
        #expect(try await ledger.mark().attempts == 2)
        try await ledger.recordOutcome(logID: "a", fence: 1, outcome: .done(serverID: "9"), at: at)
        #expect(try await ledger.finishedAttempt(logID: "a", revision: 1, digest: Data([1])) != nil)
        #expect(try await !begin("a", revision: 1, fence: 3), "the destination has it")
    }

    /// Confirmations join the next commit; an unknown attempt does not keep the others from being noted.
    @Test func outcomesAreConfirmedTogether() async throws {
        let store = try await StoreFixture.kept { try await $0.ledger() }
        defer { store.fixture.remove() }
        let ledger = store.value
        for name in ["a", "b", "c"] {
            try await ledger.beginAttempt(logID: name, revision: 1, fence: 1, sessionID: "s", at: at)
            try await ledger.recordOutcome(logID: name, fence: 1, outcome: .done(serverID: nil), at: at)
        }
        let before = await ledger.health.commits
        await ledger.confirm([("a", 1), ("unknown", 1), ("b", 2), ("c", 1)], at: at)
        await ledger.confirm([], at: at)
        #expect(await ledger.health.commits == before, "a confirmation has no commit for itself")
        try await ledger.beginAttempt(logID: "d", revision: 1, fence: 1, sessionID: "s", at: at)
        #expect(await ledger.health.commits == before + 1)
        #expect(try await ledger.unconfirmedOutcomes(limit: 9).map(\.entry.logID) == ["b"])
    }

    @Test func theMarkCountsAttemptsAndKeepsItsName() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        var store = try await fixture.ledger()
        let first = try await store.mark()
        #expect(first.attempts == 0 && first.id.count == 32)
        try await store.beginAttempt(logID: "a", revision: 1, fence: 1, sessionID: "s", at: at)
        try await store.recordOutcome(logID: "a", fence: 1, outcome: .done(serverID: nil), at: at)
        await store.confirm([("a", 1)], at: at)
        try await store.deleteConfirmed(before: .distantFuture)
        try await store.close()
        store = try await fixture.ledger()
        #expect(try await store.mark() == LedgerMark(id: first.id, attempts: 1))
    }

    @Test(arguments: [
        AttemptOutcome.done(serverID: "x"), .done(serverID: nil), .released(possiblySent: false),
        .failed(DeliveryError(code: "http422", message: "m")),
        .retry(afterMilliseconds: 7, possiblySent: true, error: DeliveryError(code: "timeout", message: "t")),
    ])
    func outcomesAreToldUntilConfirmed(outcome: AttemptOutcome) async throws {
        let store = try await StoreFixture.kept { try await $0.ledger() }
        defer { store.fixture.remove() }
        let ledger = store.value
        try await ledger.beginAttempt(logID: "a", revision: 3, fence: 5, sessionID: "s", at: at)
        try await ledger.writer.commit { await ledger.confirm([("a", 5)], at: at, finished: $0) }
        #expect(try await ledger.recordOutcome(logID: "a", fence: 5, outcome: outcome, at: at))
        let unconfirmed = try await ledger.unconfirmedOutcomes(limit: 9)
        #expect(unconfirmed.map(\.entry.unconfirmedOutcome) == [outcome])
        #expect(unconfirmed.first?.entry.revision == 3)
        #expect(try await ledger.unansweredAttempts(logID: "a").isEmpty != outcome.isPossiblySent)
        try await ledger.writer.commit { await ledger.confirm([("a", 5)], at: at, finished: $0) }
        #expect(try await ledger.unconfirmedOutcomes(limit: 9).isEmpty)
        #expect(try await ledger.deleteConfirmed(before: at.addingTimeInterval(1)) == 1)
    }

    @Test func aSureOutcomeStays() async throws {
        let store = try await StoreFixture.kept { try await $0.ledger() }
        defer { store.fixture.remove() }
        let error = DeliveryError(code: "http422", message: "m")
        try await store.value.beginAttempt(logID: "a", revision: 1, fence: 1, sessionID: "s", at: at)
        try await store.value.recordOutcome(logID: "a", fence: 1, outcome: .done(serverID: "x"), at: at)
        #expect(try await store.value.recordOutcome(logID: "a", fence: 1, outcome: .failed(error), at: at) == false)
        #expect(
            try await store.value.unconfirmedOutcomes(limit: 9).first?.entry.unconfirmedOutcome
                == .done(serverID: "x")
        )
        let missing = await #expect(throws: StoreError.self) {
            try await store.value.recordOutcome(logID: "b", fence: 1, outcome: .failed(error), at: at)
        }
        #expect(missing?.code == .notFound)
    }
}
