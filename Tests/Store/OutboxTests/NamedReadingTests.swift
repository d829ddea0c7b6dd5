import DeliveryRules
import Foundation
import GRDB
import Outbox
import StoreEngine
import StoreSupport
import Testing

/// Erasing finds what an outbox has of a seat or a device by columns, also of what an older version put there.
@Suite struct NamedReadingTests {
    private static let device = "0a0b0c0d-0000-4000-8000-000000000001"

    /// Rows as the version before the columns wrote them: one each line, sent twice or put aside.
    private func older(_ path: String, _ payloads: [(key: String, text: String)]) throws {
        let database = try DatabaseQueue(path: path)
        try StoreKind.outbox.migrator.migrate(database, upTo: "4-parked")
        try database.write { database in
            for (key, text) in payloads {
                try database.execute(
                    sql: """
                        INSERT INTO outbox (reading_key, revision, payload, created_at, attempts, last_sent_at, parked)
                        VALUES (?, 3, ?, 1000, 2, 2000, ?)
                        """,
                    arguments: [key, Data(text.utf8), key == "parked" ? "it cannot be read" : nil]
                )
            }
            try database.execute(
                sql: """
                    INSERT INTO raw_frames (device, characteristic, bytes, received_at) VALUES ('d', 'c', x'01', 1000)
                    """
            )
        }
        try database.close()
    }

    @Test func rowsOfBeforeAreFound() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try older(
            fixture.path(),
            [
                ("mine", #"{"seat":"bed-1","x":1}"#), ("spaced", #"{ "seat" : "bed-1" }"#),
                ("other", #"{"seat":"bed-2","note":"\"seat\":\"bed-1\""}"#),
                ("device", #"{"device":"\#(Self.device)"}"#), ("none", "{}"),
                ("parked", #"{"seat":"bed-1""#), ("broken", "\u{1}bed-1 without quotes"), ("list", #"["bed-1"]"#),
            ]
        )
        let store = try await fixture.outbox()
        #expect(try await store.rows(ofSeat: "bed-1").map(\.item.readingKey) == ["mine", "spaced", "parked", "list"])
        #expect(try await store.rows(ofSeat: "bed-2").map(\.item.readingKey) == ["other"])
        #expect(try await store.rows(ofDevice: Self.device).map(\.item.readingKey) == ["device"])
        // What was under way goes on as it was.
        let waiting = try await store.nextBatch(limit: 9)
        #expect(waiting.count == 7 && waiting.allSatisfy { $0.attempts == 2 && $0.item.revision == 3 })
        #expect(try await store.depth().parked == 1)
        #expect(try await store.undecodedFrames(limit: 9).count == 1)
        let mine = try await store.rows(ofSeat: "bed-1").map(\.item)
        #expect(try await store.erase(frames: [], readings: mine) == 4)
        #expect(try await store.rows(ofSeat: "bed-1").isEmpty)
        try await store.close()
    }

    @Test func aNewerRevisionNamesItsOwnSeat() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await fixture.outbox()
        func put(_ revision: Int, _ seat: String?) async throws {
            let reading = OutboxReading(
                item: OutboxItem(readingKey: "k", revision: revision),
                payload: Data("{}".utf8),
                seat: seat,
                device: Self.device
            )
            try await store.commitReadings(frames: [], readings: [reading], at: StoreFixture.start)
        }
        try await put(1, "bed-1")
        try await put(2, "bed-2")
        #expect(try await store.rows(ofSeat: "bed-1").isEmpty)
        #expect(try await store.rows(ofSeat: "bed-2").map(\.item.revision) == [2])
        #expect(try await store.rows(ofDevice: Self.device).count == 1)
        try await store.close()
    }
}
