import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import QueueStore
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// A person's readings in `recordHistory`.
@Suite struct HistoryTests {
    private func history(_ manager: RunningManager, _ body: RecordHistoryRequest) async throws -> RecordHistory {
        try await manager.call(SessionOperations.recordHistory, body)
    }

    private func keys(_ manager: RunningManager, _ body: RecordHistoryRequest) async throws -> [ReadingKey] {
        try await history(manager, body).records.map(\.record.readingKey)
    }

    /// Five records: one deleted, one delivered, one refused, one that still waits, and a neighbour's.
    private func running(_ body: (RunningManager) async throws -> Void) async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start("bed-1")
            try await manager.start("bed-2")
            try await manager.assign(to: "bed-1", from: 0)
            try await manager.assign(Samples.device(2), to: "bed-2", from: 0)
            let worker = try await FakeWorker("u1", site)
            let weight = [Measurement(metric: .bodyWeight, value: 81, unit: "kg")]
            _ = try await manager.submit(
                Samples.reading(1, at: 10),
                Samples.reading(2, at: 20, measurements: weight),
                Samples.reading(3, at: 30)
            )
            for item in try await worker.take(3) {
                let isRefused = item.record.readingKey == Samples.key(3)
                let error = WireFault(code: "http422", message: "no", retriable: false)
                let outcome =
                    isRefused ? item.outcome("failed", error: error) : item.outcome("done", serverID: "server-id")
                try await manager.answer(worker.name, outcome)
            }
            _ = try await manager.submit(Samples.reading(4, at: 40), Samples.reading(5, at: 50))
            _ = try await manager.submit(Samples.reading(6, device: Samples.device(2), at: 60))
            let last = try await history(manager, RecordHistoryRequest(seat: "bed-1")).records[0].record
            let delete = DeleteRecord(logID: last.logID, baseRevision: 1)
            _ = try await manager.call(SessionOperations.deleteRecord, delete)
            try await body(manager)
        }
    }

    /// A tile shows the result, so it excludes deleted records and those of other people.
    @Test func aDeletionIsListedWithItsRevision() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.assign()
            let logID = try #require(try await manager.submit([try Samples.reading(1)]).first?.logID)
            let body = DeleteRecord(logID: logID, baseRevision: 1)
            let deleted = try await manager.call(SessionOperations.deleteRecord, body)
            let listed = try await manager.call(SessionOperations.recordHistory, RecordHistoryRequest(seat: "bed-1"))
            #expect(listed.records.map(\.record.revision) == [deleted.revision] && deleted.revision == 2)
        }
    }

    @Test func theNewestOfEachMetricStandsOnceWithoutWhatIsDeleted() async throws {
        try await running { manager in
            let found = try await history(manager, RecordHistoryRequest(seat: "bed-1", newest: true))
            #expect(found.records.map(\.record.readingKey) == [4, 2].map { Samples.key($0) })
            #expect(found.pages == 1 && found.total == 2 && found.snapshot == nil)
            await #expect(throws: BusError.self) {
                try await history(manager, RecordHistoryRequest(seat: "bed-1", metrics: ["pulse"], newest: true))
            }
            await #expect(throws: BusError.self) {
                try await history(manager, RecordHistoryRequest(seat: "bed-1", page: 2, newest: true))
            }
        }
    }

    /// Years of an import's pulses do not hide an old value from a scale, and are not all read.
    @Test func theNewestIsFoundBehindAnImport() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            let weight = [Measurement(metric: .bodyWeight, value: 81, unit: "kg")]
            let (pulse, spo2) = (
                [Measurement(metric: .pulse, value: 61, unit: "/min")],
                [Measurement(metric: .spo2, value: 97, unit: "%")]
            )
            _ = try await manager.submit(
                Samples.reading(1, at: 10, measurements: weight),
                Samples.reading(2, at: 20, measurements: spo2, history: true),
                Samples.reading(3, at: 30, measurements: pulse, history: true),
                Samples.reading(4, at: 40, measurements: pulse, history: true)
            )
            let list = RecordList.history(seat: "bed-1")
            func found(_ walk: Int) async throws -> [ReadingKey] {
                try await manager.actor.store.records.newest(list, limit: 9, walk: walk)
                    .compactMap { $0.shown?.readingKey }
            }
            #expect(try await found(9) == [4, 2, 1].map { Samples.key($0) })
            #expect(try await found(2) == [4, 1].map { Samples.key($0) })
        }
    }

    @Test func everyRecordOfTheSeatStandsThereWithItsFate() async throws {
        try await running { manager in
            let found = try await history(manager, RecordHistoryRequest(seat: "bed-1"))
            #expect(found.records.map(\.record.readingKey) == [5, 4, 3, 2, 1].map { Samples.key($0) })
            #expect(found.records.map(\.state) == ["deleted", "waiting", "failed", "submitted", "submitted"])
            #expect(found.total == 5 && found.pages == 1 && found.snapshot == nil)
            #expect(found.records[0].record.measurements.isEmpty, "what is taken back has no value")
            #expect(found.records[2].error?.code == "http422")
            #expect(found.records[4].serverID == "server-id" && found.records[4].since >= manager.at(0))
            #expect(found.records[4].record.measurements == Samples.pressure)
            let other = try await history(manager, RecordHistoryRequest(seat: "bed-2"))
            #expect(other.records.map(\.record.readingKey) == [Samples.key(6)])
        }
    }

    @Test func timesAndMetricsPickOut() async throws {
        try await running { manager in
            let last = [Samples.key(3), Samples.key(2)]
            let span = RecordHistoryRequest(seat: "bed-1", from: manager.at(20), to: manager.at(40))
            let found = try await keys(manager, span)
            #expect(found == last)
            let weight = RecordHistoryRequest(seat: "bed-1", metrics: ["body_weight"])
            #expect(try await keys(manager, weight) == [Samples.key(2)])
            let many = RecordHistoryRequest(seat: "bed-1", metrics: Array(repeating: "pulse", count: 33))
            await manager.expect(.invalidArgument) { _ = try await history(manager, many) }
        }
    }

    @Test func whatEndedWithTheSessionIsUnsyncedAndAnErasedSeatHasNothing() async throws {
        try await running { manager in
            try await manager.end("bed-1")
            let present = try await history(manager, RecordHistoryRequest(seat: "bed-1"))
            #expect(present.records.isEmpty && present.present == nil && present.hasBefore == true)
            let found = try await history(manager, RecordHistoryRequest(seat: "bed-1", whose: .before))
            #expect(found.records.map(\.state) == ["deleted", "unsynced", "failed", "submitted", "submitted"])
            _ = try await manager.call(SessionOperations.eraseSeat, EraseSeat(seat: "bed-1"))
            #expect(try await history(manager, RecordHistoryRequest(seat: "bed-1", whose: .everybody)).records.isEmpty)
            #expect(try await history(manager, RecordHistoryRequest(seat: "bed-2")).records.count == 1)
        }
    }

    /// Values without a field in the cloud service were not submitted, and the history must not claim it.
    @Test func whatTheServerHasNoPlaceForIsNamed() async throws {
        let site = try SessionSite()
        try await site.running(["shared-seats": "*"]) { manager in
            try await manager.start("bed-1")
            try await manager.assign(to: "bed-1", from: 0)
            let worker = try await FakeWorker("u1", site)
            let values = [
                Measurement(metric: .bodyWeight, value: 81, unit: "kg"),
                Measurement(metric: .bodyImpedance, value: 498, unit: "Ohm"),
            ]
            _ = try await manager.submit(
                Samples.reading(1, at: 10, measurements: values),
                Samples.reading(2, at: 20)
            )
            #expect(
                try await history(manager, RecordHistoryRequest(seat: "bed-1")).records.map(\.leftOut) == [
                    nil, [.bodyImpedance],
                ]
            )
            for item in try await worker.take(2) {
                try await manager.answer(worker.name, item.outcome("done", serverID: "server-id"))
            }
            let told = try await manager.told("recordSubmitted").map {
                try WireJSON.decode(RecordSubmitted.self, from: Array($0.data.utf8))
            }
            let first = told.first { $0.record.readingKey == Samples.key(1) }
            #expect(first?.leftOut == [.bodyImpedance] && told.count == 2)
            #expect(told.first { $0.record.readingKey == Samples.key(2) }.map { $0.leftOut } == .some(nil))
        }
    }

    /// When the bed has another person, the previous person's values are not shown as the present one's.
    @Test func aSeatShowsWhoHasItNow() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            func keys(_ whose: RecordHistory.Whose? = nil, of user: String? = nil) async throws -> [ReadingKey] {
                try await self.keys(manager, RecordHistoryRequest(seat: "bed-1", whose: whose, userID: user))
            }
            try await manager.start("bed-1", user: "ann")
            try await manager.assign(to: "bed-1", from: 0)
            _ = try await manager.submit(Samples.reading(1, at: 10))
            site.time.pass(60)
            // Another session of hers changes nothing.
            try await manager.start("bed-1", user: "ann")
            let hers = try await history(manager, RecordHistoryRequest(seat: "bed-1"))
            #expect(hers.records.map(\.userID) == ["ann"] && hers.hasBefore == false)
            #expect(hers.present == RecordHistory.Present(userID: "ann", since: manager.at(0)))
            site.time.pass(60)
            try await manager.start("bed-1", user: "ben")
            let his = try await history(manager, RecordHistoryRequest(seat: "bed-1"))
            #expect(his.records.isEmpty && his.total == 0 && his.hasBefore == true)
            #expect(his.present == RecordHistory.Present(userID: "ben", since: manager.at(120)))
            let seats = try await manager.call(SessionOperations.seats, SeatsRequest())
            #expect(seats.seats.first { $0.seat == "bed-1" }?.lastMeasuredAt == nil, "ann's is not ben's")
            _ = try await manager.submit(Samples.reading(2, at: 130))
            #expect(try await keys() == [Samples.key(2)])
            #expect(try await keys(.before) == [Samples.key(1)])
            #expect(try await keys(.everybody) == [Samples.key(2), Samples.key(1)])
            #expect(try await keys(of: "ann") == [Samples.key(1)])
            await manager.expect(.invalidArgument) { _ = try await keys(.before, of: "ann") }
            await manager.expect(.invalidArgument) { _ = try await keys(.init(rawValue: "mine")) }
            // She returns, and her earlier measurements are hers again.
            site.time.pass(60)
            try await manager.start("bed-1", user: "ann")
            #expect(try await keys() == [Samples.key(1)])
            #expect(try await history(manager, RecordHistoryRequest(seat: "bed-1")).present?.since == manager.at(180))
        }
    }

    @Test func aLongHistoryIsReadAsItWasAtItsFirstPage() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.assign(to: "bed-1", from: 0)
            _ = try await manager.submit((1...40).map { try Samples.reading($0, at: Double($0)) })
            let one = try await history(manager, RecordHistoryRequest(seat: "bed-1"))
            #expect(one.pages == 2 && one.total == 40 && one.records.first?.record.readingKey == Samples.key(40))
            _ = try await manager.submit(Samples.reading(41, at: 41))
            let next = RecordHistoryRequest(seat: "bed-1", page: 2, snapshot: one.snapshot)
            #expect(try await history(manager, next).records.last?.record.readingKey == Samples.key(1))
            let live = RecordHistoryRequest(seat: "bed-1", live: true)
            #expect(try await history(manager, live).records.first?.record.readingKey == Samples.key(41))
            await manager.expect(.invalidArgument) {
                _ = try await history(manager, RecordHistoryRequest(seat: "bed-2", page: 2, snapshot: one.snapshot))
            }
        }
    }
}
