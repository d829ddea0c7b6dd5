import DeliveryRules
import Foundation
import Outbox
import StoreEngine
import StoreSupport
import Testing
import VitalRecords

/// A waiting reading with an unreadable row is sent by its JSON or set aside, and the others are sent as usual.
@Suite struct UnreadableOutboxTests {
    private func reading(_ number: Int) throws -> Reading {
        Reading(
            readingKey: try #require(ReadingKey(rawValue: "test-\(number)")),
            revision: 3,
            type: .weight,
            timestamp: StoreFixture.start,
            receivedAt: StoreFixture.start,
            hub: try #require(HubID(rawValue: "room-1")),
            seat: SeatID(rawValue: "bed"),
            source: RecordSource(kind: .bluetooth),
            measurements: []
        )
    }

    private func filled(_ fixture: StoreFixture) async throws -> OutboxStore {
        let store = try await fixture.outbox()
        for number in 1...2 {
            try await store.commitReadings(
                frames: [],
                readings: [try OutboxReading(reading(number))],
                at: StoreFixture.start
            )
        }
        return store
    }

    @Test(arguments: [
        "revision = 'x'", "attempts = 'x'", "created_at = x'00'", "reading_key = x'ff'", "seat = x'ff', attempts = 'x'",
    ])
    func aRowIsMadeAnewOfWhatTheReadingSays(change: String) async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await filled(fixture)
        let before = try await store.nextBatch(limit: 9).map(\.item)
        try await fixture.spoil("outbox", changes: change, where: "id = 1")
        try await store.close()
        let again = try await fixture.outbox()
        #expect(try await again.nextBatch(limit: 9).map(\.item) == before)
        #expect(try await again.rows(ofSeat: "bed").count == 2)
        #expect(try await again.depth().parked == 0)
        #expect(await again.health.unreadableRows == 1)
        try await again.close()
    }

    @Test func oneThatSaysNothingIsPutAsideAndStays() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await filled(fixture)
        try await fixture.spoil("outbox", changes: "revision = 'x', payload = 'damaged'", where: "id = 1")
        #expect(try await store.nextBatch(limit: 9).map(\.item.readingKey) == ["test-2"])
        let depth = try await store.depth()
        #expect(depth.readings == 2 && depth.parked == 1)
        #expect(await store.health.unreadableRows == 1)
        // When a later start tries it again, it fails no batch.
        try await store.unparkAll()
        #expect(try await store.nextBatch(limit: 9).map(\.item.readingKey) == ["test-1", "test-2"])
        try await store.close()
    }
}
