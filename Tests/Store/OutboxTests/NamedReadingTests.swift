import DeliveryRules
import Foundation
import Outbox
import StoreSupport
import Testing

/// Erasing finds a seat's or a device's readings by columns, and unreadable ones by the names in them.
@Suite struct NamedReadingTests {
    private static let device = "0a0b0c0d-0000-4000-8000-000000000001"

    private func put(
        _ key: String,
        revision: Int = 1,
        payload: String = "{}",
        seat: String?,
        in store: OutboxStore
    ) async throws {
        let reading = OutboxReading(
            item: OutboxItem(readingKey: key, revision: revision),
            payload: Data(payload.utf8),
            seat: seat,
            device: Self.device
        )
        try await store.commitReadings(frames: [], readings: [reading], at: StoreFixture.start)
    }

    @Test func whatCannotBeReadIsFoundByItsMention() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await fixture.outbox()
        try await put("mine", seat: "bed-1", in: store)
        try await put("other", payload: #"{"note":"\"bed-1\""}"#, seat: "bed-2", in: store)
        for (key, payload) in [
            ("cut", #"{"seat":"bed-1""#), ("broken", "\u{1}bed-1 without quotes"), ("list", #"["bed-1"]"#),
        ] {
            try await put(key, payload: payload, seat: nil, in: store)
        }
        try await fixture.spoil("outbox", changes: "unnamed = 1, device = NULL", where: "seat IS NULL")
        #expect(try await store.rows(ofSeat: "bed-1").map(\.item.readingKey) == ["mine", "cut", "list"])
        #expect(try await store.rows(ofSeat: "bed-2").map(\.item.readingKey) == ["other"])
        #expect(try await store.rows(ofDevice: Self.device).map(\.item.readingKey) == ["mine", "other"])
        let mine = try await store.rows(ofSeat: "bed-1").map(\.item)
        #expect(try await store.erase(frames: [], readings: mine) == 3)
        #expect(try await store.rows(ofSeat: "bed-1").isEmpty)
        try await store.close()
    }

    @Test func aNewerRevisionNamesItsOwnSeat() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await fixture.outbox()
        try await put("k", revision: 1, seat: "bed-1", in: store)
        try await put("k", revision: 2, seat: "bed-2", in: store)
        #expect(try await store.rows(ofSeat: "bed-1").isEmpty)
        #expect(try await store.rows(ofSeat: "bed-2").map(\.item.revision) == [2])
        #expect(try await store.rows(ofDevice: Self.device).count == 1)
        try await store.close()
    }
}
