import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Testing
import VitalRecords

/// A seat's history lists each record, whichever way it came, and the held readings list names their seats.
@Suite(.serialized) struct HistoryLineTests {
    private static let second = "room-2"

    private var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.configuration["session-manager"] = ["seats": "\(LineSetup.seat),\(Self.second)"]
        return settings
    }

    private func states(_ line: RunningLine) async throws -> [String: String] {
        let page = try await line.connection.requests.call(
            SessionOperations.recordHistory,
            hub: BusAddress.siteHub,
            body: RecordHistoryRequest(seat: LineSetup.seat, whose: .everybody)
        )
        let known = try (1...6).map { (try RunningLine.reading($0).readingKey, "\($0)") }
        let names = Dictionary(known) { first, _ in first }
        return Dictionary(page.records.map { (names[$0.record.readingKey] ?? "other", $0.state.rawValue) }) {
            first,
            _ in first
        }
    }

    @Test func eachRecordStandsThereWithWhatBecameOfIt() async throws {
        var settings = settings
        // The third record's request is given up only after the test has set the next fault, also on a slow machine.
        (settings.leaseSeconds, settings.requestTimeout) = (20, "15s")
        try await RunningLine.with(settings) { line in
            try await line.submit(1...1)
            try await line.wait("a delivered record") { try await states(line)["1"] == "submitted" }
            try await line.cloud.setFaults(#"[{"kind":"status","status":422,"method":"POST","count":1}]"#)
            try await line.submit(2...2)
            try await line.wait("a refused record") { try await states(line)["2"] == "failed" }
            let delivered = LogID.derive(
                sessionUser: LineSetup.person.user,
                organization: LineSetup.organization,
                readingKey: try RunningLine.reading(1).readingKey
            )
            try await line.records.delete(delivered.rawValue, revision: 1)
            try await line.wait("a deleted record") { try await states(line)["1"] == "deleted" }
            try await line.cloud.setFaults(#"[{"kind":"stallAfter","method":"POST","count":1,"milliseconds":60000}]"#)
            try await line.submit(3...3)
            try await line.waitForAccepted(2)
            try await line.cloud.setFaults(#"[{"kind":"status","status":503}]"#)
            try await line.submit(4...4)
            try await line.wait("a record that waits") { try await states(line)["4"] == "waiting" }
            let session = try await line.connection.requests.call(
                SessionOperations.session,
                hub: BusAddress.siteHub,
                body: SeatReference(seat: LineSetup.seat)
            ).sessionID
            try await line.cloud.revoke(LineSetup.person.token)
            try await line.cloud.setFaults("[]")
            try await line.submit(5...5)
            try await line.wait("the end") {
                let states = try await states(line)
                return states["3"] == "unknown" && states["5"] == "unsynced"
            }
            try await EventWatch.with(line, [SessionEvents.readingQueued.descriptor]) { watch in
                var typed = try RunningLine.reading(6)
                typed.sessionID = session
                #expect(try await line.submit([typed]) == ["unsynced"])
                let told = try await watch.first(SessionEvents.readingQueued)
                #expect(told.outcome == "unsynced" && told.sessionID == session && told.seat == LineSetup.seat)
            }
        }
    }

    @Test func whatIsHeldNamesForWhomItWasRead() async throws {
        try await RunningLine.with(settings) { line in
            try await line.startSession(user: "second-user", seat: Self.second)
            let cuff = try line.radio.device(LineScenario.addresses[0])
            let memory = try Self.reading(1, cuff, age: 600)
            try await EventWatch.with(line, [SessionEvents.readingHeld.descriptor]) { watch in
                #expect(try await line.submit([memory]) == ["held"])
                let told = try await watch.first(SessionEvents.readingHeld)
                #expect(told.reason == "olderThanRequest" && told.forSeat == Self.second)
            }
            try await LineSetup.assign(cuff, to: LineSetup.seat, over: line.connection)
            #expect(try await line.submit([try Self.reading(2, cuff, age: 0)]) == ["held"])
            let held = try await line.connection.requests.call(
                SessionOperations.heldReadings,
                hub: BusAddress.siteHub,
                body: PageRequest()
            ).readings
            #expect(held.map(\.reason.rawValue).sorted() == ["assignedToAnother", "olderThanRequest"])
            #expect(held.compactMap(\.assignedSeat) == [LineSetup.seat])
            #expect(try await line.cloud.accepted().isEmpty)
        }
    }

    /// A cuff's reading that a person requested, measured this many seconds earlier.
    private static func reading(_ number: Int, _ device: DeviceID, age: TimeInterval) throws -> Reading {
        var reading = try RunningLine.reading(number)
        reading.source = RecordSource(kind: .bluetooth)
        reading.device = device
        reading.seat = SeatID(rawValue: second)
        reading.timeQuality = .deviceClock
        let now = Date()
        reading.askedAt = now
        // The assignment begins a moment earlier.
        reading.timestamp = now.addingTimeInterval(age == 0 ? 1 : -age)
        return reading
    }
}
