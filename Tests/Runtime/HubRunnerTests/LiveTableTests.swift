import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import Testing
import VitalRecords

@testable import BusContract

@Suite struct LiveTableTests {
    private let start = Date(timeIntervalSince1970: 1_767_225_600)

    private func after(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    private func reading(_ key: String) throws -> Reading {
        Reading(
            readingKey: try #require(ReadingKey(rawValue: key)),
            type: .biometrics,
            timestamp: start,
            receivedAt: start,
            hub: try #require(HubID(rawValue: "room-1")),
            source: RecordSource(kind: .bluetooth, peripheralID: 3000),
            measurements: [
                Measurement(metric: .systolic, value: 120, unit: "mm[Hg]"),
                Measurement(metric: .diastolic, value: 80, unit: "mm[Hg]"),
                Measurement(metric: .pulse, value: 64, unit: "/min"),
            ]
        )
    }

    private func device() throws -> DeviceID {
        try #require(DeviceID("11111111-2222-4333-8444-555555555555"))
    }

    private func read(_ key: String, _ disposition: ReadingDisposition = .submitted) throws -> LiveEvent {
        .read(
            PeripheralDidRead(
                seat: nil,
                hub: "room-1",
                peripheralID: 3000,
                device: try device(),
                records: [try reading(key)],
                disposition: disposition
            )
        )
    }

    private func record(_ key: String) throws -> VitalRecord {
        VitalRecord(
            reading: try reading(key),
            logID: try #require(LogID(rawValue: "log-\(key)")),
            seat: try #require(SeatID(rawValue: "bed-a"))
        )
    }

    private func submitted(_ key: String) throws -> LiveEvent {
        .submitted(RecordSubmitted(seat: "bed-a", hub: "room-1", record: try record(key), serverID: "srv-\(key)"))
    }

    @Test func aReadingGoesFromReadToSubmittedInOneRow() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        #expect(table.apply(try read("k1"), at: after(0)).count == 1)
        #expect(table.awaitsQueue)
        #expect(table.apply(.queued([try record("k1")]), at: after(1)).count == 1)
        #expect(!table.awaitsQueue)
        let lines = table.apply(try submitted("k1"), at: after(2.5))
        let line = try #require(lines.first)
        #expect(
            line.hasSuffix("11111111, seat bed-a, 120/80 mmHg, pulse 64 bpm, submitted, server id srv-k1, 2.5 s")
        )
        #expect(table.rows.count == 1)
        #expect(table.rows.first?.state == .submitted)
    }

    @Test func repeatsAndLateEventsChangeNothing() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        _ = table.apply(try submitted("k1"), at: after(0))
        #expect(table.apply(try submitted("k1"), at: after(1)).isEmpty)
        #expect(table.apply(try read("k1"), at: after(2)).isEmpty)
        #expect(table.apply(.queued([try record("k1")]), at: after(3)).isEmpty)
        #expect(table.rows.map(\.state) == [.submitted])
    }

    @Test func theCountsAddUpAlsoWithWhatNoDeviceGave() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        // Of the third one the reader's event does not come before the end.
        for key in ["k1", "k2", "k3"] { _ = table.apply(try submitted(key), at: after(0)) }
        for key in ["k1", "k2"] { _ = table.apply(try read(key), at: after(1)) }
        var (photo, earlier) = (try record("photo"), try record("earlier"))
        photo.source = RecordSource(kind: .ocr)
        earlier.receivedAt = after(-60)
        for record in [photo, earlier] {
            let event = RecordSubmitted(seat: "bed-a", hub: "room-1", record: record, serverID: "s")
            _ = table.apply(.submitted(event), at: after(2))
        }
        let end = "3 read from devices, 5 submitted (2 from photos, by hand or of earlier runs), 0 held, 0 failed"
        #expect(table.summary.first == "this run: \(end)")
    }

    @Test func aDeletionIsNoSubmission() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        _ = table.apply(try submitted("k1"), at: after(0))
        var record = try record("k1")
        record.measurements = []
        let deleted = RecordSubmitted(seat: "bed-a", hub: "room-1", record: record, serverID: nil, operation: "delete")
        #expect(table.apply(.submitted(deleted), at: after(1)).first?.contains("deleted") == true)
        #expect(table.rows.map(\.state) == [.deleted])
        #expect(table.apply(try submitted("k1"), at: after(2)).isEmpty, "a late repeat brings nothing back")
    }

    @Test func retriesAndRefusalsAreShown() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        _ = table.apply(try read("k1"), at: after(0))
        _ = table.apply(.queued([try record("k1")]), at: after(0))
        let fault = WireFault(code: "http503", message: "later", retriable: true)
        let retrying = SubmissionRetrying(
            seat: "bed-a",
            hub: "room-1",
            logID: try #require(LogID(rawValue: "log-k1")),
            attempts: 2,
            retryInSeconds: 4,
            error: fault
        )
        _ = table.apply(.retrying(retrying), at: after(1))
        #expect(table.rows.first?.state == .retrying(attempts: 2))
        let failed = SubmissionFailed(
            seat: "bed-a",
            hub: "room-1",
            record: try record("k1"),
            error: WireFault(code: "rejected", message: "no", retriable: false)
        )
        _ = table.apply(.failed(failed), at: after(2))
        #expect(table.rows.first?.state == .failed("rejected"))
    }

    @Test func aHeldReadingSaysWhy() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        _ = table.apply(try read("k1"), at: after(0))
        let key = try #require(ReadingKey(rawValue: "k1"))
        let held = ReadingHeld(hub: "room-1", readingKey: key, device: try device(), reason: "noAssignment")
        let lines = table.apply(.held(held), at: after(1))
        #expect(lines.first?.contains("held: whose?") == true)
    }

    @Test func anAvailabilityIsToldWhenItChanges() {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        let online = LiveEvent.availability(actor: "uploader", instance: "u1", .online)
        #expect(table.apply(online, at: start) == ["uploader/u1 is online"])
        #expect(table.apply(online, at: start).isEmpty)
    }

    @Test func theTableFitsItsTerminalAndHasNoColourUnlessAsked() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        for number in 0..<40 { _ = table.apply(try read("k\(number)"), at: after(Double(number))) }
        let queue = QueueState(pending: 3, leased: 1, held: 0, rejected: 2, oldestSeconds: 7, paused: nil)
        _ = table.apply(.queue(queue), at: start)
        let lines = table.render(.init(columns: 60, lines: 20), now: after(60))
        #expect(lines.count <= 20)
        #expect(lines.allSatisfy { $0.count <= 60 })
        #expect(!lines.joined().contains("\u{1B}"))
        #expect(lines[2].hasPrefix("queue     3 waiting, 1 being sent, 2 rejected, oldest 7 s"))
        #expect(table.render(.init(hasColor: true), now: after(60)).joined().contains("\u{1B}[0m"))
    }

    @Test func textFromOutsideCannotMoveTheCursor() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        let failed = SubmissionFailed(
            seat: "bed-a",
            hub: "room-1",
            record: try record("k1"),
            error: WireFault(code: "bad\u{1B}[2J", message: "", retriable: false)
        )
        _ = table.apply(.failed(failed), at: start)
        #expect(!table.render(.init(), now: start).joined().contains("\u{1B}"))
    }

    @Test func rowsAreBoundedAndUnfinishedOnesStayLongest() throws {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a", "bed-b"]), zone: .gmt)
        _ = table.apply(try read("first"), at: start)
        for number in 0..<(LiveTable.rowLimit + 10) { _ = table.apply(try submitted("k\(number)"), at: start) }
        #expect(table.rows.count == LiveTable.rowLimit)
        #expect(table.rows.first?.key.rawValue == "first")
    }
}
