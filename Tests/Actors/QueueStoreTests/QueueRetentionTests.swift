import DeliveryRules
import Foundation
import QueueStore
import StoreEngine
import StoreSupport
import Testing

@Suite struct QueueRetentionTests {
    private let day = 86_400.0

    @Test func notificationsArePublishedOnceAndReadAgain() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"), queue.decision("b"))
        let waiting = try await queue.store.notifications.unpublished(limit: 10)
        #expect(waiting.count == 2)
        try await queue.published(waiting[0])
        #expect(try await queue.store.notifications.unpublished(limit: 10).map(\.cursor) == [waiting[1].cursor])
        #expect(
            try await queue.store.notifications.entries(since: waiting[0].cursor, limit: 10).map(\.cursor)
                == [waiting[1].cursor]
        )
        #expect(try await queue.store.deleteExpired(at: queue.later(8 * day)) == 1, "what was not published stays")
        #expect(try await queue.store.notifications.oldestCursor() == waiting[1].cursor)
        try await queue.published(waiting[1])
        try await queue.store.deleteExpired(at: queue.later(8 * day))
        try await queue.accept(queue.decision("c"))
        let fresh = try #require(try await queue.store.notifications.oldestCursor())
        #expect(fresh > waiting[1].cursor, "a cursor is never used again")
    }

    @Test func keysOutliveTheirRecords() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        _ = try await queue.grant()
        try await queue.settle("log-a", 1, .done(serverID: "s"))
        try await queue.store.deleteExpired(at: queue.later(89 * day))
        #expect(try await queue.store.records.record(logID: "log-a") != nil)
        try await queue.store.deleteExpired(at: queue.later(91 * day))
        #expect(try await queue.store.records.record(logID: "log-a") == nil)
        #expect(try await queue.accept(queue.decision("a")) == [.duplicate])
        #expect(try await queue.accept(queue.decision("a", revision: 2)) == [.updated])
        let grant = try #require(try await queue.grant().first)
        #expect(grant.fence == 2 && grant.isUpdate && grant.serverID == "s", "fences go on, and the id is still known")
        #expect(
            try await queue.settle("log-a", 1, .done(serverID: "s")).contains(
                .recordSubmitted(revision: 2, serverID: "s")
            ) == false
        )
        #expect(try await queue.accept(queue.decision("a", revision: 2)) == [.duplicate])
    }

    @Test func waitingRecordsNeverAgeOut() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"), queue.decision("b"))
        _ = try await queue.grant(free: 1)
        try await queue.store.deleteExpired(at: queue.later(4_000 * day))
        let depths = try await queue.store.delivery.depths()
        #expect(depths.leased == 1 && depths.pendingLive == 1)
        #expect(depths.oldest == queue.at)
    }

    @Test func erasedPersonLeavesNothingButKeys() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        let early = await #expect(throws: StoreError.self) {
            try await queue.store.eraseSeat("bed", at: queue.at)
        }
        #expect(early?.code == .constraint)
        try await queue.store.sessions.end("session-bed", reason: "request", at: queue.at)
        #expect(try await queue.store.eraseSeat("bed", at: queue.at).records == 1)
        #expect(try await queue.store.sessions.session(id: "session-bed") == nil)
        #expect(try await queue.store.notifications.entries(since: 0, limit: 99).isEmpty)
        #expect(try await queue.store.records.givenKey("a")?.userID == nil)
        #expect(try await queue.accept(queue.decision("a", session: "session-chair")) == [.duplicate])
        #expect(try await queue.store.sessions.session(seat: "chair") != nil)
        try await queue.store.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: queue.fixture.path()))
        #expect(bytes.range(of: Data("user-bed".utf8)) == nil, "deleted bytes are overwritten")
    }

    @Test func sessionSettingsPersist() async throws {
        var queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        _ = try await queue.grant()
        try await queue.settle("log-a", 1, .failed(DeliveryError(code: "http422", message: "")))
        #expect(
            try await queue.store.sessions.session(seat: "bed")?.isValidated == false,
            "a refusal proves no credentials"
        )
        try await queue.settle("log-a", 1, .done(serverID: "s"))
        try await queue.store.sessions.changeSubscriptions(of: "session-bed", at: queue.at) { before in
            (before ?? Data()) + Data("[1]".utf8)
        }
        queue = try await queue.reopened()
        let session = try #require(try await queue.store.sessions.session(seat: "bed"))
        #expect(session.isValidated && session.subscriptions == Data("[1]".utf8))
        let missing = await #expect(throws: StoreError.self) {
            try await queue.store.sessions.changeSubscriptions(of: "nobody", at: queue.at) { _ in Data() }
        }
        #expect(missing?.code == .notFound)
    }
}

extension QueueFixture {
    fileprivate func published(_ notification: StoredNotification) async throws {
        try await store.writer.commit { await store.notifications.markPublished([notification.cursor], finished: $0) }
    }
}
