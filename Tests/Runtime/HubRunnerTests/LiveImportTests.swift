import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import Testing
import VitalRecords

@testable import BusContract

@Suite struct LiveImportTests {
    private let start = Date(timeIntervalSince1970: 1_767_225_600)

    private func state(
        _ word: String,
        bytes: Int64 = 0,
        of total: Int64 = 200,
        created: Int = 0,
        leftOut: [ImportLeftOut]? = nil,
        error: WireFault? = nil
    ) -> LiveEvent {
        .importing(
            ImportState(
                seat: "bed-a",
                hub: "room-1",
                importID: "one",
                origin: "file",
                state: .init(rawValue: word),
                bytes: bytes,
                totalBytes: total,
                created: created,
                leftOut: leftOut,
                error: error
            )
        )
    }

    private func record(_ key: String) throws -> VitalRecord {
        VitalRecord(
            reading: Reading(
                readingKey: try #require(ReadingKey(rawValue: key)),
                type: .routine,
                timestamp: start,
                receivedAt: start,
                hub: try #require(HubID(rawValue: "room-1")),
                source: RecordSource(kind: .healthImport),
                measurements: [Measurement(metric: .steps, value: 4_000, unit: "{steps}")]
            ),
            logID: try #require(LogID(rawValue: "log-\(key)")),
            seat: try #require(SeatID(rawValue: "bed-a"))
        )
    }

    private func submitted(_ key: String) throws -> LiveEvent {
        .submitted(RecordSubmitted(seat: "bed-a", hub: "room-1", record: try record(key), serverID: "srv-\(key)"))
    }

    @Test(arguments: [(Int64.max, Int64(1), true), (.min, 1, false), (1, .max, false), (.max, .min, false)])
    func aShareOfWrongNumbersIsShownAsFarAsItGoes(bytes: Int64, total: Int64, isRead: Bool) throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a"]), zone: .gmt)
        _ = table.apply(state("running", bytes: bytes, of: total, created: .max), at: start)
        let lines = table.render(LiveTable.Look(), now: start)
        #expect(lines.contains { $0.contains("100 % read") } == isRead)
    }

    @Test func anImportIsOneLineAndItsRecordsTakeNoRoomFromReadings() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        #expect(table.apply(state("running"), at: start).count == 1)
        #expect(table.apply(state("running", bytes: 90, created: 3), at: start).isEmpty)
        #expect(table.render(LiveTable.Look(), now: start).contains { $0.contains("45 % read, 3 new records") })
        var lines: [String] = []
        for number in 0..<100 { lines += table.apply(try submitted("k\(number)"), at: start) }
        #expect(lines == ["health data of seat bed-a: 100 records submitted"])
        #expect(table.rows.isEmpty)
        let end = table.apply(state("done", bytes: 200, created: 100), at: start)
        #expect(end == ["health data of seat bed-a: import done, 100 new records, 0 changed, 0 already known"])
        let shown = table.render(LiveTable.Look(), now: start)
        #expect(shown.contains { $0.contains("import done, 100 new records") && $0.contains("100 submitted") })
    }

    @Test func whatAnImportLeftOutIsCounted() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        let leftOut = [ImportLeftOut(reason: "impossible", count: 2), ImportLeftOut(reason: "unknownFile", count: 1)]
        let end = table.apply(state("done", bytes: 200, created: 1, leftOut: leftOut), at: start)
        #expect(
            end == ["health data of seat bed-a: import done, 1 new records, 0 changed, 0 already known, 3 left out"]
        )
    }

    @Test func whyAnImportIsHeldAndWhatTheServerRefusesIsTold() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        let fault = WireFault(code: "anotherPerson", message: "it is another person's", retriable: false)
        let held = table.apply(state("held", error: fault), at: start)
        #expect(held == ["health data of seat bed-a: import held: it is another person's"])
        let refusal = SubmissionFailed(
            seat: "bed-a",
            hub: "room-1",
            record: try record("k"),
            error: WireFault(code: "rejected", message: "no", retriable: false)
        )
        #expect(table.apply(.failed(refusal), at: start) == ["an imported record of seat bed-a failed: rejected"])
        #expect(table.render(LiveTable.Look(), now: start).contains { $0.contains("0 submitted, 1 failed") })
    }
}
