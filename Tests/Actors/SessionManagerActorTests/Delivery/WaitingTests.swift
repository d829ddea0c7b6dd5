import BusContract
import ContractLiterals
import MessageBus
import Testing
import VitalRecords

@testable import SessionManagerActor

/// The information about waiting records, and about those that the server refused.
@Suite struct WaitingTests {
    private func working(_ body: (RunningManager, FakeWorker) async throws -> Void) async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start("bed-1")
            try await manager.assign(to: "bed-1")
            try await body(manager, try await FakeWorker("a", site))
        }
    }

    private func submit(_ manager: RunningManager, _ number: Int) async throws {
        #expect(try await manager.submit(try Samples.reading(number)) == ["accepted"])
    }

    private func only(_ items: [UploadGrant.Item]) throws -> UploadGrant.Item {
        #expect(items.count == 1)
        return try #require(items.first)
    }

    @Test func aRefusedRecordIsSentAgainWhenAnOperatorSaysSo() async throws {
        try await working { manager, worker in
            try await submit(manager, 1)
            let item = try only(try await worker.take())
            let fault = WireFault(code: "422", message: "no such metric", retriable: false)
            try await manager.answer(worker.name, item.outcome("failed", error: fault))
            let depths = try await manager.call(SessionOperations.processQueue, Empty())
            #expect(depths.rejectedLately == 1 && depths.rejectedError == "422")
            let name = item.record.logID
            #expect(
                try await manager.call(SessionOperations.retryRecords, RetryRecords(logID: name))
                    == RecordsRetried(retried: 1, ended: 0)
            )
            let again = try only(try await worker.take())
            #expect(again.record == item.record && again.fence > item.fence)
            #expect(try await manager.rejected().isEmpty)
            let later = try await manager.call(SessionOperations.processQueue, Empty())
            #expect(later.rejectedLately == nil && later.rejectedError == nil)
            await manager.expect(.notFound) {
                _ = try await manager.call(SessionOperations.retryRecords, RetryRecords(logID: name))
            }
            // "All" is not an error if there is none.
            #expect(try await manager.call(SessionOperations.retryRecords, RetryRecords()).retried == 0)
        }
    }

    @Test func whatWaitsSaysUntilWhenAndWhyAndADoubtHowLongItMayArrive() async throws {
        try await working { manager, worker in
            try await submit(manager, 1)
            let first = try only(try await worker.take())
            #expect(first.underWaySeconds == nil && first.sentAgoSeconds == nil)
            #expect(try await manager.queued().first?.until != nil, "its worker has it so long")
            let fault = WireFault(code: "http500", message: "who knows", retriable: true)
            var outcome = first.outcome("retry", error: fault, after: 30, possiblySent: true)
            outcome.underWaySeconds = 40
            try await manager.answer(worker.name, outcome)
            let waiting = try #require(try await manager.queued().first)
            #expect(waiting.state == "pending" && waiting.error?.code == "http500" && waiting.until != nil)
            let state = try await manager.call(SessionOperations.processQueue, Empty())
            #expect(state.waiting?.first?.error == "http500")
            let again = try only(try await worker.take())
            #expect(again.possiblySent && again.sentAgoSeconds == 0)
            #expect((39...40).contains(again.underWaySeconds ?? 0))
        }
    }
}
