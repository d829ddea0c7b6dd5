import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import Testing
import VitalRecords

@testable import SessionManagerActor

@Suite("Lists of records") struct ListTests {
    private func running(_ count: Int, _ body: (RunningManager) async throws -> Void) async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.assign(to: "bed-1")
            _ = try await manager.submit((1...count).map { try Samples.reading($0) })
            try await body(manager)
        }
    }

    private func page(_ manager: RunningManager, _ request: PageRequest) async throws -> RecordPage {
        try await manager.call(SessionOperations.queuedRecords, request)
    }

    @Test func theQueueIsReadAsItWasAtItsFirstPage() async throws {
        try await running(40) { manager in
            let one = try await page(manager, PageRequest())
            let snapshot = try #require(one.snapshot)
            #expect(one.pages == 2 && one.records.count == 32)
            _ = try await manager.submit(try (41...50).map { try Samples.reading($0) })
            let two = try await page(manager, PageRequest(page: 2, snapshot: snapshot))
            #expect(two.snapshot == snapshot && two.pages == 2)
            let keys = (one.records + two.records).map(\.record.readingKey)
            #expect(keys.count == 40 && Set(keys) == Set((1...40).map { Samples.key($0) }))
            // Callers that ask for no snapshot get the present state.
            let live = try await page(manager, PageRequest(page: 2))
            #expect(live.snapshot == nil && live.records.count == 18)
            let first = try await page(manager, PageRequest(live: true))
            #expect(first.snapshot == nil && first.records.count == 32)
            await manager.expect(.invalidArgument) {
                _ = try await page(manager, PageRequest(seat: "bed-1", page: 2, snapshot: snapshot))
            }
            await manager.expect(.invalidArgument) {
                let other = PageRequest(page: 2, snapshot: snapshot)
                _ = try await manager.call(SessionOperations.rejectedRecords, other)
            }
        }
    }

    @Test func aListThatFitsOnePageHasNoSnapshot() async throws {
        try await running(3) { manager in
            let one = try await page(manager, PageRequest())
            #expect(one.records.count == 3 && one.snapshot == nil)
        }
    }

    @Test func anUnusedSnapshotExpires() async throws {
        try await running(40) { manager in
            let request = PageRequest(page: 2, snapshot: try await page(manager, PageRequest()).snapshot)
            manager.pass(59)
            #expect(try await page(manager, request).records.count == 8)
            manager.pass(61)
            let error = await #expect(throws: BusError.self) { _ = try await page(manager, request) }
            #expect(error?.code == .snapshotExpired && error?.isRetriable == true)
            #expect(error?.message.contains("page 1") == true)
        }
    }

    @Test func whatAnErasedSeatLeftIsListedNoMore() async throws {
        try await running(40) { manager in
            let session = try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1")).sessionID
            try await manager.end("bed-1")
            let list = PageRequest(sessionID: session)
            let one = try await manager.call(SessionOperations.unsyncedRecords, list)
            let next = PageRequest(sessionID: session, page: 2, snapshot: one.snapshot)
            #expect(try await manager.call(SessionOperations.unsyncedRecords, next).records.count == 8)
            _ = try await manager.call(SessionOperations.eraseSeat, EraseSeat(seat: "bed-1"))
            await manager.expect(.snapshotExpired) {
                _ = try await manager.call(SessionOperations.unsyncedRecords, next)
            }
        }
    }
}
