import DeliveryRules
import Foundation
import QueueStore
import StoreEngine
import StoreSupport
import Testing

/// What a lone reading costs the disk: on an SD card, the bytes written decide how long it lives.
@Suite struct WrittenBytesTests {
    private static let rounds = 10

    @Test func aLoneReadingIsThreeSmallCommits() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        // Trees of the usual depth first.
        for number in 0..<100 { try await deliver(queue, number) }
        try await queue.store.writer.emptyLog()
        let commits = await queue.store.writer.health.commits
        for number in 100..<100 + Self.rounds { try await deliver(queue, number) }
        #expect(await queue.store.writer.health.commits == commits + 3 * Self.rounds)
        let log = try FileManager.default.attributesOfItem(atPath: queue.fixture.path() + "-wal")[.size] as? Int
        let bytes = try #require(log) / Self.rounds
        #expect(bytes < 46_000, "\(bytes) bytes")
    }

    /// Accepts a reading, grants it and takes its outcome; the marks of its notifications join these commits.
    private func deliver(_ queue: QueueFixture, _ number: Int) async throws {
        let log = Self.id("log", number)
        let record = NewRecord(
            logID: log,
            sessionID: "session-bed",
            seat: "bed",
            record: Data(repeating: 0x20, count: 560),
            isHistory: false
        )
        let told = NewNotification(
            id: Self.id("event", number),
            type: "didReadPeripheral",
            hub: "hub",
            seat: "bed",
            data: Data(repeating: 0x20, count: 510),
            time: queue.at
        )
        var decision = queue.decision("reading-\(number)")
        decision.outcome = .queue(record)
        decision.notifications = [told]
        try await queue.accept(decision)
        await markAll(queue)
        let grant = try #require(try await queue.grant().first)
        try await queue.settle(log, grant.fence, .done(serverID: "server-\(number)"))
        await markAll(queue)
    }

    /// An id as long as a UUIDv7, and in the order of time as it is.
    private static func id(_ word: String, _ number: Int) -> String {
        word + String(repeating: "0", count: 36 - word.count - 6) + String(100_000 + number)
    }

    private func markAll(_ queue: QueueFixture) async {
        // Absent is nil: a failed read leaves the marks to the next one.
        let cursors = (try? await queue.store.notifications.unpublished(limit: 9))?.map(\.cursor) ?? []
        await queue.store.notifications.markPublished(cursors) { _ in }
    }
}
