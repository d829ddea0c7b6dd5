import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// A session whose records also go to the service's other interface: the events about that one alone, and each record's
/// fate there.
@Suite(.serialized) struct FurtherToldTests {
    /// The path of the other interface.
    private static let other = #""path":"/v1/""#

    private static let settings: RunningLine.Settings = {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.hasLegacy = true
        // The simulated service has one store of log ids for both interfaces: each creates its own record in it.
        settings.repeats = "blind-lookup"
        settings.configuration["uploader"] = ["pull.interval": "300ms"]
        return settings
    }()

    @Test func whatBecomesOfARecordThereIsToldAndListed() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await EventWatch.with(line, [SessionEvents.destinationEnded.descriptor], hub: nil) { watch in
                try await begin(line)
                try await refuse(line)
                try await delete(line)
                try await leaveUnsent(line, watch)
                try await leaveUnknown(line, watch)
                try await end(line, watch)
            }
        }
    }

    /// Starts the session, by default with the person's own token for both.
    private func begin(_ line: RunningLine, token: String? = nil) async throws {
        let key = try SiteKey.load(line.plan.layout.siteKey, createIfMissing: false)
        let sealed = try token.map {
            try Data(key.seal(Array($0.utf8), context: "session-token")).base64EncodedString()
        }
        var body = try LineSetup.start(of: LineSetup.person, plan: line.plan)
        body.destinations = [FurtherDestination("legacy", sealedToken: sealed)]
        let request = body
        _ = try await LineSetup.patiently { try await call(line, SessionOperations.startSession, request) }
    }

    private func call<Body: Codable & Sendable, Reply: Codable & Sendable>(
        _ line: RunningLine,
        _ operation: MessageBus.Operation<Body, Reply>,
        _ body: Body
    ) async throws -> Reply {
        try await line.connection.requests.call(
            operation,
            hub: BusAddress.siteHub,
            body: body,
            timeout: Patience.answer
        )
    }

    /// Submits a reading and returns the name of its record.
    private func submit(_ line: RunningLine, _ number: Int) async throws -> LogID {
        let reading = try RunningLine.reading(number)
        #expect(try await line.submit([reading]) == ["accepted"])
        let person = LineSetup.person
        return LogID.derive(
            sessionUser: person.user,
            organization: LineSetup.organization,
            readingKey: reading.readingKey
        )
    }

    /// Waits until a record has this state at the other interface.
    private func wait(_ line: RunningLine, _ logID: LogID, until state: RecordHistory.Entry.State) async throws {
        do {
            try await line.wait("\(logID) that is \(state.rawValue) elsewhere") {
                try await elsewhere(line, logID)?.map(\.state) == [state]
            }
        } catch {
            Issue.record("it is \(try await elsewhere(line, logID) ?? []) there")
            throw error
        }
    }

    private func elsewhere(_ line: RunningLine, _ logID: LogID) async throws -> [RecordHistory.Entry.Elsewhere]? {
        let request = RecordHistoryRequest(seat: LineSetup.seat, whose: .everybody)
        let found = try await call(line, SessionOperations.recordHistory, request).records
        return found.first { $0.record.logID == logID }?.elsewhere
    }

    /// Waits until the other interface has given this answer for a record, which then waits.
    private func waitForAnswer(_ line: RunningLine, _ logID: LogID, _ code: String) async throws {
        try await line.wait("\(logID) that waits after \(code)") {
            try await call(line, SessionOperations.queuedRecords, PageRequest(live: true)).records.contains {
                $0.record.logID == logID && $0.destination == "legacy" && $0.error?.code == code && $0.state == .pending
            }
        }
    }

    private func refuse(_ line: RunningLine) async throws {
        try await line.cloud.setFaults(#"[{"kind":"status","status":422,"method":"POST",\#(Self.other),"count":1}]"#)
        try await wait(line, try await submit(line, 1), until: .failed)
    }

    private func delete(_ line: RunningLine) async throws {
        let logID = try await submit(line, 2)
        try await wait(line, logID, until: .submitted)
        _ = try await call(line, SessionOperations.deleteRecord, DeleteRecord(logID: logID, baseRevision: 1))
        try await wait(line, logID, until: .deleted)
    }

    /// The record waits there when the session ends, and has certainly not arrived.
    private func leaveUnsent(_ line: RunningLine, _ watch: EventWatch) async throws {
        try await line.cloud.setFaults(#"[{"kind":"status","status":503,"method":"POST",\#(Self.other)}]"#)
        let logID = try await submit(line, 3)
        try await wait(line, logID, until: .waiting)
        try await waitForAnswer(line, logID, "http503")
        let session = try await line.endSession()
        try await wait(line, logID, until: .unsynced)
        let told = try await watch.first(SessionEvents.destinationEnded) { $0.sessionID == session.id }
        #expect((told.reason, told.destination, told.unsyncedRecords) == ("requested", "legacy", 1))
    }

    /// A proxy has given up on the record when the next person's session starts, so it may have arrived.
    private func leaveUnknown(_ line: RunningLine, _ watch: EventWatch) async throws {
        try await line.cloud.setFaults(#"[{"kind":"status","status":504,\#(Self.other)}]"#)
        try await begin(line)
        let session = try await call(line, SessionOperations.session, SeatReference(seat: LineSetup.seat)).sessionID
        let logID = try await submit(line, 4)
        try await waitForAnswer(line, logID, "http504")
        try await line.startSession(user: "second-user")
        try await wait(line, logID, until: .unknown)
        let told = try await watch.first(SessionEvents.destinationEnded) { $0.sessionID == session }
        #expect((told.reason, told.destination) == ("replaced", "legacy"))
        #expect(told.unsyncedRecords == 2, "what waited there when the session before it ended came along")
    }

    /// The other interface refuses its token: its deliveries end, and those to the service continue.
    private func end(_ line: RunningLine, _ watch: EventWatch) async throws {
        try await begin(line, token: "wrong-token")
        let session = try await call(line, SessionOperations.session, SeatReference(seat: LineSetup.seat)).sessionID
        let logID = try await submit(line, 5)
        // Only now: what waits there from before may be refused at once, and without this record.
        try await line.cloud.setFaults("[]")
        let told = try await watch.first(SessionEvents.destinationEnded) { $0.sessionID == session }
        #expect((told.reason, told.destination, told.unsyncedRecords) == ("unauthorized", "legacy", 3))
        try await line.wait("the service has it") { try await line.toldSubmitted().contains(logID.rawValue) }
        let view = try await call(line, SessionOperations.session, SeatReference(seat: LineSetup.seat))
        #expect(view.sessionID == session && view.destinations?.map(\.endReason) == ["unauthorized"])
    }
}
