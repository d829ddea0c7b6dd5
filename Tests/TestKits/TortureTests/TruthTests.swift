import DeliveryRules
import Foundation
import Outbox
import StoreEngine
import TestSupport
import Testing
import TortureGround

/// Readings committed to an outbox are still known after the outbox has deleted them.
@Suite struct TruthTests {
    @Test func committedReadingsOutliveTheirDelivery() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "outbox.sqlite").path
        let store = try await OutboxStore.open(StoreConfiguration(path: path))
        try await TruthTable.add(to: store)
        #expect(try await TruthTable.add(to: path), "a second time changes nothing")
        let item = OutboxItem(readingKey: "key-1", revision: 1)
        let reading = OutboxReading(
            item: item,
            payload: Data(#"{"device":"d-1","timestamp":"2023-11-14T22:13:20.125Z"}"#.utf8),
            seat: nil,
            device: "d-1"
        )
        let moment = Date(timeIntervalSince1970: 1_700_000_000)
        try await store.commitReadings(frames: [], readings: [reading], at: moment)
        try await store.commitReadings(frames: [], readings: [reading], at: moment.addingTimeInterval(5))
        #expect(try TruthTable.read(path).waiting == 1)
        try await store.remove([item])
        let (entries, waiting) = try TruthTable.read(path)
        #expect(
            entries == [.init(readingKey: "key-1", device: "d-1", at: 1_700_000_000_000, measuredAt: 1_700_000_000_125)]
        )
        #expect(waiting == 0)
        try await store.close()
    }
}
