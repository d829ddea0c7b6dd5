import DeliveryRules
import Foundation
import QueueStore
import StoreSupport
import Testing

/// Records of a person without an account, which a later account takes over.
@Suite struct TakenRecordTests {
    private func session(_ id: String, _ api: String, _ user: String, _ queue: QueueFixture, at seconds: Double)
        -> StoredSession
    {
        StoredSession(
            id: id,
            seat: "bed",
            userID: user,
            organizationID: api == "file" ? "" : "org",
            api: api,
            apiVersion: "v",
            sealedToken: api == "file" ? nil : Data("sealed".utf8),
            startedAt: queue.later(seconds)
        )
    }

    /// A seat whose person had no account at first.
    private func fixture() async throws -> QueueFixture {
        let queue = try await QueueFixture(seats: [])
        _ = try await queue.store.sessions.start(
            session("session-bed", "file", "local-bed", queue, at: 0),
            endingPresentFor: "replaced",
            at: queue.later(0)
        )
        return queue
    }

    private func take(_ queue: QueueFixture, _ api: String = "inform") async throws {
        _ = try await queue.store.sessions.start(
            session("account", api, "user", queue, at: 100),
            taking: [("session-bed", "along")],
            endingPresentFor: "replaced",
            at: queue.later(100)
        )
    }

    private func save(_ queue: QueueFixture, limit: Int = 500) async throws -> Int {
        var rounds = 0
        while try await queue.store.sessions.saveEnds(limit: limit, at: queue.later(100)) > 0 { rounds += 1 }
        return rounds
    }

    private func grants(_ queue: QueueFixture, _ api: String, at seconds: Int64 = 0) async throws -> [Grant] {
        try await queue.grant("\(api)-worker", at: seconds, apis: [api])
    }

    @Test(arguments: [1, 2, 500]) func allOfItGoesToTheAccountOnceASliceAtATime(limit: Int) async throws {
        let queue = try await fixture()
        defer { queue.fixture.remove() }
        for key in ["a", "b", "c"] { try await queue.accept(queue.decision(key)) }
        let first = try #require(try await grants(queue, "file").first)
        try await queue.settle(first.logID, first.fence, .done(serverID: first.logID))
        try await take(queue)
        _ = try await save(queue, limit: limit)
        let taken = try await grants(queue, "inform", at: 1)
        #expect(Set(taken.compactMap(\.recordLogID)) == ["log-a", "log-b", "log-c"] && taken.count == 3)
        #expect(taken.allSatisfy { $0.sessionID == "account" })
        for grant in taken { try await queue.settle(grant.logID, grant.fence, .done(serverID: "s"), at: 1) }
        #expect(try await save(queue) == 0)
        #expect(try await grants(queue, "inform", at: 2).isEmpty)
        try await queue.store.close()
    }

    /// A reading from that time which a meter delivers later follows automatically, but a withdrawn one does not.
    @Test func whatComesLaterFollowsAndWhatWasTakenBackDoesNot() async throws {
        let queue = try await fixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("gone"))
        #expect(try await queue.store.records.delete(logID: "log-gone", baseRevision: 1, at: queue.at) != .unknown)
        try await take(queue)
        _ = try await save(queue)
        #expect(try await grants(queue, "inform", at: 1).isEmpty)
        try await queue.accept(queue.decision("late"))
        let late = try #require(try await grants(queue, "inform", at: 1).first)
        #expect(late.recordLogID == "log-late" && late.sessionID == "account")
        try await queue.settle(late.logID, late.fence, .done(serverID: "s"), at: 1)
        #expect(try await queue.accept(queue.decision("late", revision: 2)) == [.updated])
        let next = try #require(try await grants(queue, "inform", at: 2).first)
        #expect(next.isUpdate && next.serverID == "s")
        try await queue.store.close()
    }

    /// Taking the records over twice changes nothing, and an erased seat has nothing left to take over.
    @Test func anErasedSeatLeavesNothingBehind() async throws {
        let queue = try await fixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        try await take(queue)
        _ = try await queue.store.sessions.end("account", reason: "requested", at: queue.later(101))
        try await queue.store.eraseSeat("bed", at: queue.later(102))
        _ = try await save(queue)
        #expect(try await grants(queue, "inform", at: 1).isEmpty)
        #expect(try await queue.store.sessions.further(of: "session-bed").isEmpty)
        try await queue.store.close()
    }
}
