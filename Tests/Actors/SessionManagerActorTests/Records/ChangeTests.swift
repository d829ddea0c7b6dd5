import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

@Suite struct ChangeTests {
    /// A record that the server has under the id `server-1`.
    private func delivered(_ body: (RunningManager, FakeWorker, VitalRecord) async throws -> Void) async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start()
            try await manager.assign()
            #expect(try await manager.submit(try Samples.reading(1)) == ["accepted"])
            let worker = try await FakeWorker("a", site)
            let item = try #require(try await worker.take().first)
            #expect(item.isDeletion == nil)
            #expect(item.serverID == nil)
            try await manager.answer(worker.name, item.outcome("done", serverID: "server-1"))
            try await body(manager, worker, item.record)
        }
    }

    private let values = [
        VitalRecords.Measurement(metric: .systolic, value: 131, unit: "mm[Hg]", origin: .manual),
        VitalRecords.Measurement(metric: .diastolic, value: 81, unit: "mm[Hg]", origin: .manual),
    ]

    private func operations(_ manager: RunningManager) async throws -> [RecordOperation?] {
        try await manager.told("recordSubmitted").map {
            try WireJSON.decode(RecordSubmitted.self, from: Array($0.data.utf8)).operation
        }
    }

    @Test func updateGoesToTheServersOwnID() async throws {
        try await delivered { manager, worker, record in
            let body = UpdateRecord(logID: record.logID, baseRevision: 1, measurements: values)
            let changed = try await manager.call(SessionOperations.updateRecord, body)
            #expect(changed == RecordChanged(logID: record.logID, revision: 2, outcome: "accepted"))
            // Its reply was lost.
            #expect(try await manager.call(SessionOperations.updateRecord, body).outcome == "repeat")
            let item = try #require(try await worker.take().first)
            #expect(item.isUpdate && item.serverID == "server-1" && item.isDeletion == nil)
            #expect(item.record.measurements == values)
            #expect(item.record.revision == 2)
            #expect(item.record.timestamp == record.timestamp)
            try await manager.answer(worker.name, item.outcome("done"))
            #expect(try await operations(manager) == ["create", "update"])
        }
    }

    @Test func deletionIsGrantedAsOneAndToldAsOne() async throws {
        try await delivered { manager, worker, record in
            let body = DeleteRecord(logID: record.logID, baseRevision: 1)
            #expect(try await manager.call(SessionOperations.deleteRecord, body).outcome == "accepted")
            #expect(try await manager.call(SessionOperations.deleteRecord, body).outcome == "repeat")
            let item = try #require(try await worker.take().first)
            #expect(item.isDeletion == true && item.serverID == "server-1")
            try await manager.answer(worker.name, item.outcome("done"))
            #expect(try await operations(manager) == ["create", "delete"])
            let update = UpdateRecord(logID: record.logID, baseRevision: 2, measurements: values)
            let refused = await #expect(throws: BusError.self) {
                _ = try await manager.call(SessionOperations.updateRecord, update)
            }
            #expect(refused?.code == .conflict)
        }
    }

    @Test func whatWasNeverSentIsWithdrawn() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start()
            try await manager.assign()
            let result = try #require(try await manager.submit([try Samples.reading(1)]).first)
            let logID = try #require(result.logID)
            let body = DeleteRecord(logID: logID, baseRevision: 1)
            #expect(try await manager.call(SessionOperations.deleteRecord, body).outcome == "withdrawn")
            #expect(try await manager.queued().isEmpty)
        }
    }

    @Test func otherRevisionsUnknownRecordsAndWrongValuesAreRefused() async throws {
        try await delivered { manager, _, record in
            func refusal(_ body: UpdateRecord) async -> BusError.Code? {
                let error = await #expect(throws: BusError.self) {
                    _ = try await manager.call(SessionOperations.updateRecord, body)
                }
                return error?.code
            }
            let logID = record.logID
            #expect(await refusal(UpdateRecord(logID: logID, baseRevision: 4, measurements: values)) == .conflict)
            #expect(await refusal(UpdateRecord(logID: logID, baseRevision: 1, measurements: [])) == .invalidArgument)
            let unknown = try #require(LogID(rawValue: "00000000-0000-0000-0000-000000000000"))
            #expect(await refusal(UpdateRecord(logID: unknown, baseRevision: 1, measurements: values)) == .notFound)
        }
    }

    @Test func laterRevisionOfTheProducerWaitsForTheOperatorsWord() async throws {
        try await delivered { manager, worker, record in
            let body = UpdateRecord(logID: record.logID, baseRevision: 1, measurements: values)
            _ = try await manager.call(SessionOperations.updateRecord, body)
            var better = try Samples.reading(1)
            better.revision = 2
            #expect(try await manager.submit(better) == ["held"])
            #expect(try await manager.submit(better) == ["repeat"])
            #expect(try await manager.held().map(\.reason) == ["changedByHand"])
            #expect(try await worker.take().map(\.record.measurements) == [values])
        }
    }

    @Test func destinationThatAsksForPatienceHoldsTheWholeSession() async throws {
        try await delivered { manager, worker, _ in
            _ = try await manager.submit([try Samples.reading(2), try Samples.reading(3)])
            try await worker.pull(id: "pull-2")
            var items: [UploadGrant.Item] = []
            while items.count < 2 { items += try await worker.next().items }
            let fault = WireFault(code: "http429", message: "slowly", retriable: true)
            // The second record has no delay: without the hold it would be granted again at once.
            let outcomes = [items[0].outcome("retry", error: fault, after: 20), items[1].outcome("release")]
            _ = try await manager.answer(worker.name, outcomes)
            #expect(try await manager.queued().map(\.state) == ["pending", "pending"])
            manager.pass(21)
            try await worker.pull(id: "pull-3")
            #expect(try await worker.next().pullID == "pull-3")
        }
    }
}
