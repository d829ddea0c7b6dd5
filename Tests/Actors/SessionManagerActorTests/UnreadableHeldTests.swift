import BusContract
import ContractLiterals
import Foundation
import GRDB
import MessageBus
import QueueStore
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// Saved entries that are unreadable are reported and stay visible.
@Suite struct UnreadableHeldTests {
    @Test func aHeldReadingIsListedToldAndDiscarded() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start()
            #expect(try await manager.submit(Samples.reading(1), Samples.reading(2)) == ["held", "held"])
            try await manager.actor.store.writer.write { database in
                try database.execute(
                    sql: "UPDATE held SET reading = x'00' WHERE reading_key = ?",
                    arguments: [Samples.key(1).rawValue]
                )
            }
            for _ in 0..<2 {
                let page = try await manager.call(SessionOperations.heldReadings, PageRequest())
                let entry = try #require(page.readings.first { $0.reading.readingKey == Samples.key(1) })
                #expect(page.readings.count == 2)
                #expect(entry.isUnreadable == true && entry.reading.measurements.isEmpty)
            }
            #expect(await manager.actor.health().counters["unreadableRows"] == 1)
            let body = DiscardReading(readingKey: Samples.key(1))
            #expect(try await manager.call(SessionOperations.discardReading, body).outcome == .discarded)
            let left = try await manager.call(SessionOperations.heldReadings, PageRequest()).readings
            #expect(left.map(\.reading.readingKey) == [Samples.key(2)] && left[0].isUnreadable == nil)
        }
    }

    @Test func aNotificationThatIsNoneHoldsUpNoOther() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let bad = NewNotification(
                id: "n-1",
                type: "sessionStarted",
                hub: "site",
                seat: nil,
                data: Data("not JSON".utf8),
                time: TestTime.start
            )
            try await manager.actor.store.notifications.post([bad], at: TestTime.start)
            try await manager.start()
            try await eventually("the others are told") {
                try await manager.actor.store.notifications.unpublished(limit: 9).isEmpty
            }
            #expect(await manager.actor.health().counters["unreadableRows"] == 1)
            let kept = try await manager.call(SessionOperations.notificationsSince, NotificationsSince(cursor: 0))
            #expect(kept.notifications.first?.data == "not JSON")
        }
    }
}
