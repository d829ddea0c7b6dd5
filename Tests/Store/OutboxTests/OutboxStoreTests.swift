import DeliveryRules
import Foundation
import Outbox
import StoreSupport
import Testing
import VitalRecords

@Suite struct OutboxStoreTests {
    private func reading(_ key: String, _ revision: Int = 1, _ text: String = "x") -> OutboxReading {
        OutboxReading(
            item: OutboxItem(readingKey: key, revision: revision),
            payload: Data(text.utf8),
            seat: nil,
            device: nil
        )
    }

    @Test func framesSurviveUntilTheirReadingsAreSaved() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        var store = try await fixture.outbox()
        let first = try await store.saveFrame(
            device: "d",
            characteristic: "2a18",
            bytes: Data([1, 2]),
            at: StoreFixture.start
        )
        _ = try await store.saveFrame(device: "d", characteristic: "2a18", bytes: Data([3]), at: StoreFixture.start)
        try await store.close()
        store = try await fixture.outbox()
        let frames = try await store.undecodedFrames(limit: 10)
        #expect(frames.map(\.bytes) == [Data([1, 2]), Data([3])])
        #expect(frames.first?.receivedAt == StoreFixture.start)
        try await store.commitReadings(frames: [first], readings: [reading("a")], at: StoreFixture.start)
        #expect(try await store.undecodedFrames(limit: 10).map(\.bytes) == [Data([3])])
        #expect(try await store.nextBatch(limit: 10).map(\.item.readingKey) == ["a"])
    }

    @Test func repeatsAreIgnoredAndNewerRevisionsReplace() async throws {
        let store = try await StoreFixture.kept { try await $0.outbox() }
        defer { store.fixture.remove() }
        let at = StoreFixture.start
        #expect(try await store.value.commitReadings(frames: [], readings: [reading("a", 2, "two")], at: at) == 1)
        #expect(try await store.value.commitReadings(frames: [], readings: [reading("a", 2, "again")], at: at) == 0)
        #expect(try await store.value.commitReadings(frames: [], readings: [reading("a", 1, "old")], at: at) == 0)
        #expect(try await store.value.nextBatch(limit: 9).map(\.payload) == [Data("two".utf8)])
        #expect(try await store.value.commitReadings(frames: [], readings: [reading("a", 3, "new")], at: at) == 1)
        // A late reply to revision 2 must not take revision 3 away.
        #expect(try await store.value.remove([OutboxItem(readingKey: "a", revision: 2)]) == 0)
        #expect(try await store.value.nextBatch(limit: 9).map(\.payload) == [Data("new".utf8)])
        #expect(try await store.value.remove([OutboxItem(readingKey: "a", revision: 3)]) == 1)
        #expect(try await store.value.depth().readings == 0)
    }

    /// A cuff with a restarting clock measures twice before the first reading is taken over.
    @Test func whatWasMeasuredAfterItsEqualWaitsBesideIt() async throws {
        let kept = try await StoreFixture.kept { try await $0.outbox() }
        defer { kept.fixture.remove() }
        func commit(measured: Double, received: Double) async throws -> Int {
            let reading = Reading(
                readingKey: try #require(ReadingKey(rawValue: "bt1-a")),
                type: .biometrics,
                timestamp: StoreFixture.start.addingTimeInterval(measured),
                timeQuality: .deviceClock,
                receivedAt: StoreFixture.start.addingTimeInterval(received),
                hub: try #require(HubID(rawValue: "room-1")),
                source: RecordSource(kind: .bluetooth),
                measurements: [Measurement(metric: .pulse, value: 64, unit: "/min")],
                isNumbered: false
            )
            return try await kept.value.commitReadings(
                frames: [],
                readings: [OutboxReading(reading)],
                at: StoreFixture.start
            )
        }
        #expect(try await commit(measured: 0, received: 5) == 1)
        #expect(try await commit(measured: 1, received: 60) == 0, "its memory, sent once more")
        #expect(try await commit(measured: 600, received: 605) == 1, "another measurement")
        #expect(try await commit(measured: 601, received: 700) == 0, "that one once more")
        let keys = try await kept.value.nextBatch(limit: 9).map(\.item.readingKey)
        #expect(keys.count == 2 && keys.first == "bt1-a" && keys.last?.hasPrefix("bt1-a-again-") == true)
    }

    @Test func theFramesOfWhatIsKeptNowhereGoWithIt() async throws {
        let kept = try await StoreFixture.kept { try await $0.outbox() }
        defer { kept.fixture.remove() }
        let (store, at) = (kept.value, StoreFixture.start)
        var rows: [Int64] = []
        for (device, seconds) in [("d", 0.0), ("d", 10), ("d", 20), ("e", 10), ("d", 11)] {
            let time = at.addingTimeInterval(seconds)
            rows.append(try await store.saveFrame(device: device, characteristic: "c", bytes: Data([1]), at: time))
        }
        // The last frame is not decoded yet, so its person is unknown.
        try await store.commitReadings(frames: Array(rows.dropLast()), readings: [reading("a")], at: at)
        let unkept = UnkeptFrames(device: "d", first: at.addingTimeInterval(5), last: at.addingTimeInterval(15))
        #expect(try await store.remove([OutboxItem(readingKey: "a", revision: 1)], unkept: [unkept]) == 1)
        #expect(try await store.undecodedFrames(limit: 9).count == 1)
        #expect(try await store.deleteDecodedFrames(before: at.addingTimeInterval(60)) == 3)
    }

    @Test func batchesLeaveOutWhatIsInFlight() async throws {
        let store = try await StoreFixture.kept { try await $0.outbox() }
        defer { store.fixture.remove() }
        let at = StoreFixture.start
        try await store.value.commitReadings(
            frames: [],
            readings: ["a", "b", "c"].map { reading($0) },
            at: at
        )
        let first = try await store.value.nextBatch(limit: 2)
        #expect(first.map(\.item.readingKey) == ["a", "b"])
        try await store.value.markSent(first.map(\.item), at: at.addingTimeInterval(1))
        let flying = Set(first.map(\.item))
        #expect(try await store.value.nextBatch(limit: 2, excluding: flying).map(\.item.readingKey) == ["c"])
        let again = try await store.value.nextBatch(limit: 1)
        #expect(again.first?.attempts == 1)
        #expect(again.first?.lastSentAt == at.addingTimeInterval(1))
        let depth = try await store.value.depth()
        #expect(depth.readings == 3)
        #expect(depth.oldest == at)
    }

    @Test func onlyDecodedFramesAgeOut() async throws {
        let store = try await StoreFixture.kept { try await $0.outbox() }
        defer { store.fixture.remove() }
        let at = StoreFixture.start
        let frame = try await store.value.saveFrame(device: "d", characteristic: "c", bytes: Data([1]), at: at)
        _ = try await store.value.saveFrame(device: "d", characteristic: "c", bytes: Data([2]), at: at)
        try await store.value.commitReadings(frames: [frame], readings: [], at: at)
        #expect(try await store.value.deleteDecodedFrames(before: at) == 0)
        #expect(try await store.value.deleteDecodedFrames(before: at.addingTimeInterval(1)) == 1)
        #expect(try await store.value.depth().undecodedFrames == 1)
    }
}
