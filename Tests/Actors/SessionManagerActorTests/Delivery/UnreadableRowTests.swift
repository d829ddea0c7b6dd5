import BusContract
import ContractLiterals
import DeliveryRules
import Foundation
import GRDB
import MessageBus
import QueueStore
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// An unreadable saved row is settled and reported once, and the others continue.
@Suite struct UnreadableRowTests {
    private func working(_ body: (RunningManager, FakeWorker) async throws -> Void) async throws {
        let site = try SessionSite()
        try await site.running(["shared-seats": "*"]) { manager in
            try await manager.start()
            try await manager.assign()
            try await body(manager, try await FakeWorker("a", site))
        }
    }

    /// The next grant with records, readable or not; a message with only checks of credentials may precede it.
    private static func grant(to worker: FakeWorker) async throws -> [UInt8] {
        while true {
            let bytes = try await worker.nextMessage()
            if try !items(of: bytes).isEmpty { return bytes }
        }
    }

    private static func items(of message: [UInt8]) throws -> [JSONValue] {
        guard case .object(let data) = try Envelope<JSONValue>.decode(message).data,
            case .array(let items) = data["items"]
        else { return [] }
        return items
    }

    /// Replaces a record's saved content.
    private func spoil(_ manager: RunningManager, _ record: VitalRecord, with text: String) async throws {
        try await manager.actor.store.writer.write { database in
            try database.execute(
                sql: "UPDATE queue SET record = ? WHERE log_id = ?",
                arguments: [Data(text.utf8), record.logID.rawValue]
            )
        }
    }

    @Test(arguments: ["", "not JSON", #"{"logID":"#, "[1]", #"{"a":1}}"#, "{\"a\":\"\u{0}\"}"])
    func aRowThatWouldSpoilTheGrantIsRejectedOnceAndTheOthersFlow(text: String) async throws {
        try await working { manager, worker in
            #expect(try await manager.submit(Samples.reading(1), Samples.reading(2)) == ["accepted", "accepted"])
            let first = try #require(try await manager.queued().first).record
            try await spoil(manager, first, with: text)
            let items = try await worker.take()
            #expect(items.map(\.record.readingKey) == [Samples.key(2)])
            try await eventually("the row is rejected") { try await manager.rejected().count == 1 }
            let entry = try #require(try await manager.rejected().first)
            #expect(entry.record.logID == first.logID && entry.record.measurements.isEmpty)
            #expect(entry.state == "rejected" && entry.error?.code == FaultCodes.unreadableRow)
            let told = try #require(try await manager.told("submissionFailed").first)
            let event = try WireJSON.decode(SubmissionFailed.self, from: Array(told.data.utf8))
            #expect(event.record.logID == first.logID && event.error.code == FaultCodes.unreadableRow)
            #expect(await manager.actor.health().counters["unreadableRows"] == 1)
            // Neither a lease's end nor another demand brings it back.
            manager.pass(120)
            try await eventually("the other's lease ends") {
                // A task that began to sleep only after this is woken too.
                manager.pass(0)
                return try await manager.queued().map(\.state) == ["pending"]
            }
            #expect(try await worker.take().map(\.record.readingKey) == [Samples.key(2)])
            #expect(try await manager.told("submissionFailed").count == 1)
        }
    }

    @Test func whatAnUploaderCannotReadIsRejectedByItsWord() async throws {
        try await working { manager, worker in
            #expect(try await manager.submit(Samples.reading(1), Samples.reading(2)) == ["accepted", "accepted"])
            let first = try #require(try await manager.queued().first).record
            try await spoil(manager, first, with: #"{"of":"another version"}"#)
            try await worker.pull()
            let items = try Self.items(of: try await Self.grant(to: worker))
            let fences = items.compactMap { item -> Int64? in
                guard case .object(let item) = item, item["logID"] == .string(first.logID.rawValue),
                    case .number(let fence) = item["fence"]
                else { return nil }
                return NSDecimalNumber(decimal: fence).int64Value
            }
            #expect(items.count == 2)
            let outcome = UploadAck.Outcome(
                logID: first.logID,
                revision: 1,
                fence: try #require(fences.first),
                result: .failed,
                error: WireFault(code: FaultCodes.unreadableRow, message: "unreadable", retriable: false),
                possiblySent: false
            )
            _ = try await manager.answer(worker.name, outcome, outcome)
            #expect(try await manager.rejected().map(\.error?.code) == [FaultCodes.unreadableRow])
            let told = try #require(try await manager.told("submissionFailed").first)
            let event = try WireJSON.decode(SubmissionFailed.self, from: Array(told.data.utf8))
            #expect(event.record.logID == first.logID)
            #expect(await manager.actor.health().counters["unreadableRows"] == 1)
        }
    }

    @Test func theSplicedGrantIsTheEncodedOne() async throws {
        try await working { manager, worker in
            #expect(try await manager.submit(Samples.reading(1)) == ["accepted"])
            let record = try #require(try await manager.queued().first).record
            try await worker.pull()
            let bytes = try await Self.grant(to: worker)
            let grant = try Envelope<UploadGrant>.decode(bytes).data
            let item = try #require(grant.items.first)
            #expect(item.record == record && item.logID == record.logID && item.revision == 1 && item.isLive == true)
            let again = try WireJSON.decode(JSONValue.self, from: WireJSON.encode(grant))
            let sent = try WireJSON.decode(Envelope<JSONValue>.self, from: bytes).data
            #expect(again == sent)
        }
    }
}
