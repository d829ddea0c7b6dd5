import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import Testing
import VitalRecords

@testable import BusContract

/// The table's text on narrow and wide terminals, and its requests to people.
@Suite struct LiveLookTests {
    private let start = Date(timeIntervalSince1970: 1_767_225_600)
    private let berlin = TimeZone(secondsFromGMT: 7200)

    private func hub(_ seats: [String] = ["bed-a", "bed-b"]) -> LiveHub {
        var hub = LiveHub(site: "home", hub: "room-1", seats: seats)
        hub.options = "--state /srv/hub"
        return hub
    }

    private func table(_ hub: LiveHub) -> LiveTable { LiveTable(hub, zone: berlin ?? .gmt) }

    private func reading(_ number: Int, values: Bool = true) throws -> Reading {
        Reading(
            readingKey: try #require(ReadingKey(rawValue: "ble-3000-\(number)")),
            type: .biometrics,
            timestamp: start,
            receivedAt: start,
            hub: try #require(HubID(rawValue: "room-1")),
            device: try device(number),
            source: RecordSource(kind: .bluetooth, peripheralID: 3000, manufacturer: "A&D", model: "UA-651BLE"),
            measurements: values
                ? [
                    Measurement(metric: .systolic, value: 120, unit: "mm[Hg]"),
                    Measurement(metric: .diastolic, value: 80, unit: "mm[Hg]"),
                    Measurement(metric: .pulse, value: 64, unit: "/min"),
                ] : []
        )
    }

    private func device(_ number: Int) throws -> DeviceID {
        try #require(DeviceID("1111111\(number % 10)-2222-4333-8444-555555555555"))
    }

    private func read(_ number: Int) throws -> LiveEvent {
        // As on the bus: without values.
        let reading = try reading(number, values: false)
        return .read(
            PeripheralDidRead(
                seat: nil,
                hub: "room-1",
                peripheralID: 3000,
                device: try device(number),
                records: [reading],
                disposition: .submitted
            )
        )
    }

    private func held(_ number: Int, _ reason: String = "noAssignment") throws -> LiveEvent {
        let key = try reading(number).readingKey
        return .held(
            ReadingHeld(hub: "room-1", readingKey: key, device: try device(number), reason: .init(rawValue: reason))
        )
    }

    private func heldNow(_ numbers: [Int]) throws -> LiveEvent {
        .heldNow(try numbers.map { HeldPage.Entry(reading: try reading($0), reason: "noAssignment") }, isWhole: true)
    }

    /// A table with everything in it.
    private func busy() throws -> LiveTable {
        var table = table(hub())
        for actor in ["session-manager", "uploader", "device-reader", "ble-scanner", "health-importer"] {
            _ = table.apply(.availability(actor: actor, instance: "main", .online), at: start)
        }
        for number in 0..<30 { _ = table.apply(try read(number), at: start.addingTimeInterval(Double(number))) }
        _ = table.apply(try held(4), at: start)
        _ = table.apply(try heldNow([4]), at: start)
        _ = table.apply(.hub(.killed(child: "uploader-u1")), at: start)
        let queue = QueueState(pending: 3, leased: 1, held: 1, rejected: 0, oldestSeconds: 7, paused: nil)
        _ = table.apply(.queue(queue), at: start)
        return table
    }

    @Test(arguments: [(40, 12), (60, 16), (80, 24), (100, 30), (200, 50), (20, 8)])
    func everySizeIsFilledAndNoneIsOverrun(columns: Int, lines: Int) throws {
        let table = try busy()
        let text = table.render(.init(columns: columns, lines: lines), now: start.addingTimeInterval(60))
        #expect(text.allSatisfy { $0.count <= columns }, "\(text.joined(separator: "\n"))")
        #expect(text.count < lines || columns == 20, "\(text.joined(separator: "\n"))")
        #expect(text.contains { $0.contains("UA-651BLE") || columns < 40 })
    }

    @Test func aSmallTerminalShowsTheReadingThatNeedsAPersonAndWhatToType() throws {
        let table = try busy()
        let text = table.render(.init(columns: 40, lines: 12), now: start)
        let whole = text.joined(separator: "\n")
        #expect(text.contains { $0.contains("120/80 mmHg") && $0.contains("held") }, "\(whole)")
        let joined = text.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        let command = "vitalbus device assign \(try device(4)) --seat SEAT --from 2026-01-01T00:00:00Z --state /srv/hub"
        #expect(joined.contains(command), "\(whole)")
    }

    @Test func aWideTerminalHasRoomForNamesAndServerIDs() throws {
        var table = table(hub(["bed-a"]))
        _ = table.apply(try read(1), at: start)
        var record = VitalRecord(
            reading: try reading(1),
            logID: try #require(LogID(rawValue: "log-1")),
            seat: try #require(SeatID(rawValue: "bed-a"))
        )
        _ = table.apply(.queued([record]), at: start)
        record.measurements = []
        let id = "0192f0c1-7a3b-7c4d-8e5f-001122334455"
        let submitted = RecordSubmitted(seat: "bed-a", hub: "room-1", record: record, serverID: id)
        _ = table.apply(.submitted(submitted), at: start.addingTimeInterval(1))
        let text = table.render(.init(columns: 200, lines: 40), now: start)
        let row = try #require(text.first { $0.contains(id) })
        #expect(row.contains("A&D UA-651BLE 11111111"), "device names come before ids")
        #expect(row.contains("120/80 mmHg, pulse 64 bpm") && row.contains("submitted") && row.contains("1.0"))
        #expect(text.contains { $0.contains("in a second terminal: vitalbus held --state /srv/hub") })
    }

    @Test func aQueueOfMoreThanThereCanBeIsStale() throws {
        var table = table(hub(["bed-a"]))
        let full = QueueState(pending: .max, leased: .max, held: .max, rejected: .max, oldestSeconds: .max, paused: nil)
        _ = table.apply(.queue(full), at: start)
        #expect(table.awaitsQueue)
        #expect(table.render(.init(), now: start).contains { $0.contains("\(Int.max) waiting") })
    }

    @Test func valuesOfTheQueueReachAReadingThatIsToldLater() throws {
        var table = table(hub(["bed-a"]))
        let busy = QueueState(pending: 1, leased: 0, held: 0, rejected: 0, oldestSeconds: nil, paused: nil)
        #expect(!table.awaitsQueue)
        _ = table.apply(.queue(busy), at: start)
        #expect(table.awaitsQueue, "what is in the queue may be read here, and told in a moment")
        var record = VitalRecord(
            reading: try reading(1),
            logID: try #require(LogID(rawValue: "log-1")),
            seat: try #require(SeatID(rawValue: "bed-a"))
        )
        _ = table.apply(.queued([record]), at: start)
        #expect(!table.awaitsQueue)
        #expect(table.rows.isEmpty, "it may be another hub's")
        record.measurements = []
        let sent = RecordSubmitted(seat: "bed-a", hub: "room-1", record: record, serverID: "srv-1")
        _ = table.apply(.submitted(sent), at: start)
        _ = table.apply(try read(1), at: start)
        #expect(table.rows.map(\.values) == ["120/80 mmHg, pulse 64 bpm"])
        #expect(table.rows.map(\.state) == [.submitted])
    }

    @Test func timesAreLocal() throws {
        #expect(table(hub()).time(start) == "02:00:00")
        #expect(table(hub()).render(.init(), now: start).first?.hasSuffix("02:00:00") == true)
    }

    @Test func heldReadingsHaveTheirValuesAndLeaveWhenAPersonDecided() throws {
        var table = table(hub(["bed-a"]))
        #expect(table.awaitsHeld, "what earlier runs held is asked for")
        _ = table.apply(try read(1), at: start)
        let told = table.apply(try held(1), at: start)
        #expect(told.first?.contains("held: whose?") == true)
        #expect(told.last?.hasPrefix("-> A&D UA-651BLE 11111111 has no owner yet: vitalbus device assign") == true)
        #expect(table.awaitsHeld)
        _ = table.apply(try heldNow([1, 2]), at: start)
        #expect(!table.awaitsHeld)
        #expect(table.rows.map(\.values) == ["120/80 mmHg, pulse 64 bpm", "120/80 mmHg, pulse 64 bpm"])
        #expect(table.rows.map(\.state) == [.held("noAssignment"), .held("noAssignment")])
        #expect(table.tally.read == 1 && table.tally.held == 1)
        _ = table.apply(try heldNow([2]), at: start)
        #expect(table.rows.map(\.state) == [.decided, .held("noAssignment")])
    }

    @Test(arguments: [
        ("noAssignment", "held confirm"), ("noSession", "--session"), ("clockUnknown", "--time"),
        ("invalid", "--value"), ("awaitsConfirmation", "held confirm"), ("newWord", "vitalbus held"),
    ])
    func everyReasonHasItsCommand(reason: String, command: String) throws {
        var table = table(hub(["bed-a"]))
        let lines = table.apply(try held(1, reason), at: start)
        #expect(lines.count == 2)
        #expect(lines.last?.contains(command) == true, "\(lines)")
        #expect(lines.last?.hasSuffix("--state /srv/hub") == true)
    }

    @Test func whatKeepsReadingsFromTheirWayIsSaid() throws {
        var hub = hub(["bed-a"])
        hub.hasDestination = false
        var table = table(hub)
        let none = SessionState(
            seat: "bed-a",
            active: false,
            sessionID: nil,
            startedAt: nil,
            validated: nil,
            defaultUser: false
        )
        _ = table.apply(.session(none), at: start)
        _ = table.apply(.passive(PassiveState(hub: "room-1", peripheralIDs: [], devices: [])), at: start)
        let text = table.render(.init(columns: 200, lines: 40), now: start).joined(separator: "\n")
        #expect(text.contains("vitalbus up --inform-url https://… --state /srv/hub"))
        #expect(text.contains("vitalbus session start --seat bed-a"))
        #expect(text.contains("vitalbus passive set 3000 --state /srv/hub"))
        _ = table.apply(.passive(PassiveState(hub: "room-1", peripheralIDs: [3000], devices: [])), at: start)
        #expect(!table.render(.init(columns: 200, lines: 40), now: start).joined().contains("passive set"))
    }

    @Test func theEndSaysWhatHappened() throws {
        var table = try busy()
        #expect(table.summary.first == "this run: 30 read from devices, 0 submitted, 1 held, 0 failed")
        #expect(table.summary.contains { $0.hasSuffix("stay queued here until the next start: 29") })
        #expect(table.summary.contains { $0.contains("vitalbus held --state /srv/hub") })
        let record = VitalRecord(
            reading: try reading(3),
            logID: try #require(LogID(rawValue: "log-3")),
            seat: try #require(SeatID(rawValue: "bed-a"))
        )
        let event = RecordSubmitted(seat: "bed-a", hub: "room-1", record: record, serverID: nil)
        _ = table.apply(.submitted(event), at: start)
        _ = table.apply(.submitted(event), at: start)
        #expect(table.tally.submitted == 1)
    }

    @Test func whoseReadingsAreStandsInTheTable() {
        var solo = hub(["bed-a"])
        solo.isSolo = true
        #expect(table(solo).render(.init(), now: start).contains { $0.contains("solo") })
        #expect(table(hub()).render(.init(), now: start).contains { $0.contains("held until") })
    }
}
