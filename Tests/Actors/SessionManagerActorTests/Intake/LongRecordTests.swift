import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import QueueStore
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// A reading that is too large for any message does not delay the others.
@Suite struct LongRecordTests {
    /// One character to the eye, 64,001 bytes on the wire.
    private static let marks = "a" + String(repeating: "\u{301}", count: 32_000)

    @Test func aTextIsLimitedInBytes() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign()
            var reading = try Samples.reading()
            reading.source.model = String(Self.marks.unicodeScalars.prefix(1_000))
            #expect(try await manager.submit(reading) == ["held"])
            #expect(try await manager.held().map(\.reason) == ["invalid"])
        }
    }

    @Test func aReadingThatIsTooLongAsAWholeIsRefusedWithTheReason() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign()
            var reading = try Samples.reading()
            reading.source.model = String(Self.marks.unicodeScalars.prefix(25_000))
            let result = try #require(try await manager.submit([reading]).first)
            #expect(result.outcome == "refused")
            #expect(result.error?.code == "payloadTooLarge")
            #expect(try await manager.held().isEmpty)
        }
    }

    @Test func aLongRecordOfAnOldStoreIsSettledAndOthersPass() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start()
            try await manager.assign()
            let usual = [try Samples.reading(1), try Samples.reading(2)]
            #expect(try await manager.submit(usual).map(\.outcome) == ["accepted", "accepted"])
            // As an earlier version accepted it.
            var reading = try Samples.reading(3)
            reading.source.model = Self.marks
            let session = try #require(try await manager.actor.store.sessions.session(seat: "bed-1"))
            let seat = try #require(SeatID(rawValue: "bed-1"))
            let (decision, _) = try manager.actor.readings.decisions.queue(
                reading,
                in: session,
                seat: seat,
                at: site.time.date
            )
            _ = try await manager.actor.store.records.accept([decision], at: site.time.date)
            #expect(try await manager.queued().count == 2)
            let second = try await manager.call(SessionOperations.queuedRecords, PageRequest(page: 2)).records
            #expect(second.map(\.record.readingKey) == [Samples.key(3)], "the list shows it on a page of its own")
            let worker = try await FakeWorker("main", site)
            let items = try await worker.take()
            #expect(Set(items.map(\.record.readingKey)) == [Samples.key(1), Samples.key(2)])
            try await eventually("it is settled") { try await manager.rejected().count == 1 }
            #expect(try await manager.rejected().first?.error?.code == "payloadTooLarge")
        }
    }
}
