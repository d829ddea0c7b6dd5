import DeliveryRules
import Foundation
import MessageBus
import Outbox
import StoreSupport
import Testing
import VitalRecords

/// Readings that wait in an outbox when their machine leaves a site are not matched by name at the next site.
@Suite struct LeavingTests {
    private static let device = "0a0b0c0d-0000-4000-8000-000000000001"

    private func reading(_ number: Int, hub: String = "room-1") throws -> Reading {
        Reading(
            readingKey: try #require(ReadingKey(rawValue: "test-\(number)")),
            type: .weight,
            timestamp: Date(timeIntervalSince1970: 1_800_000_000),
            receivedAt: Date(timeIntervalSince1970: 1_800_000_001),
            hub: try #require(HubID(rawValue: hub)),
            seat: SeatID(rawValue: "bed-1"),
            device: DeviceID(Self.device),
            source: RecordSource(kind: .bluetooth),
            measurements: [],
            askedAt: Date(timeIntervalSince1970: 1_799_999_990),
            sessionID: "session-1"
        )
    }

    @Test func whatWaitsIsNobodysUntilAPersonSaysSo() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await fixture.outbox()
        let now = Date(timeIntervalSince1970: 1_800_000_002)
        let context = #"{"peripheralID":3000,"seat":"bed-1","askedAt":7,"isSubmitted":true}"#
        let link = try await store.links.begin(device: Self.device, context: Data(context.utf8), at: now)
        _ = try await store.saveFrame(device: Self.device, link: link, characteristic: "c", bytes: Data([1]), at: now)
        try await store.commitReadings(frames: [], readings: [try OutboxReading(try reading(1))], at: now)
        let broken = OutboxReading(
            item: OutboxItem(readingKey: "k", revision: 1),
            payload: Data([1]),
            seat: "bed-1",
            device: nil
        )
        try await store.commitReadings(frames: [], readings: [broken], at: now)
        for kind in [OutboxStore.assignmentKind, "manner"] {
            try await store.storePeripheralData(device: Self.device, kind: kind, content: Data([1]), at: now)
        }
        let found = try await store.leaving.undecided()
        #expect(found.readings == 2 && found.frames == 1 && found.assignments == 1)
        for _ in 1...2 { try await store.leaving.releaseFromSite() }
        #expect(try await store.leaving.undecided().assignments == 0)
        #expect(try await store.peripheralData(device: Self.device, kind: "manner") != nil)
        #expect(try await store.leaving.readdress(to: "ward-9") == 1)
        #expect(try await store.leaving.readdress(to: "ward-9") == 0)
        let rows = try await store.nextBatch(limit: 9)
        var wanted = try reading(1, hub: "ward-9")
        (wanted.seat, wanted.askedAt, wanted.sessionID, wanted.awaitsConfirmation) = (nil, nil, nil, true)
        let kept = try #require(rows.first { $0.item.readingKey == wanted.readingKey.rawValue })
        #expect(try WireJSON.decode(Reading.self, from: Array(kept.payload)) == wanted)
        #expect(rows.contains { $0.payload == Data([1]) })
        // An unreadable reading is not sent, but is still erased with its seat.
        #expect(try await store.rows(ofSeat: "bed-1").map(\.item.readingKey) == ["k"])
        let open = try #require(try await store.links.open().first)
        #expect(String(decoding: open.context, as: UTF8.self) == #"{"peripheralID":3000,"isSubmitted":false}"#)
        try await store.close()
    }

    /// A hub that never left a site still names the person of its readings.
    @Test func readingsOfTheHubItselfStay() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await fixture.outbox()
        let row = try OutboxReading(try reading(1))
        try await store.commitReadings(frames: [], readings: [row], at: Date(timeIntervalSince1970: 1))
        #expect(try await store.leaving.readdress(to: "ward-9") == 0)
        #expect(try await store.nextBatch(limit: 1).first?.payload == row.payload)
        try await store.close()
    }
}
