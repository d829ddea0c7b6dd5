import BusContract
import ContractLiterals
import Foundation
import MessageBus
import OperatorConnection
import SimulatedHub
import Testing

/// A session that ends while its records are being sent.
@Suite(.serialized) struct HardMomentsSessionTests {
    /// The fate of the request in flight when the session ends.
    enum Fate: String, CaseIterable, Sendable {
        /// Its answer arrives after the end.
        case answered
        /// The uploader is killed, and reports after its restart that the request may have been sent.
        case killed
        /// The uploader reports nothing until its lease has ended.
        case silent
    }

    @Test(arguments: Fate.allCases)
    func anEndedSessionTellsTheTruth(fate: Fate) async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        // On a slow machine, a request that is to be answered must not end before.
        settings.leaseSeconds = fate == .answered ? 300 : 12
        settings.requestTimeout = fate == .answered ? "240s" : "10s"
        settings.configuration["uploader"] = [
            "concurrency": "1", "prefetch": "0", "pull.interval": "500ms", "health.interval": "1s",
        ]
        settings.faults = #"[{"kind":"hold","method":"POST","count":1}]"#
        try await RunningLine.with(settings) { line in
            try await line.submit(1...3)
            try await line.waitForAccepted(1)
            // Halted also before it is killed: its successor must not send a record before the session ends.
            if fate != .answered { try await line.hold("uploader-u1") }
            let session = try await line.endSession()
            if fate == .killed { try await line.kill("uploader-u1") }
            #expect(session.unsynced == 3, "the one on its way is not at the server for certain yet")
            if fate == .answered { try await line.cloud.setFaults("[]") }
            try await line.wait("the session's end") { try await !line.told("sessionEnded").isEmpty }
            try await check(line, session.id, fate)
            try await line.cloud.setFaults("[]")
            if fate == .silent { try await line.letGo("uploader-u1") }
            try await checkNextSession(line, fate)
        }
    }

    private func check(_ line: RunningLine, _ session: String, _ fate: Fate) async throws {
        let ended = try await line.told("sessionEnded")
        #expect(ended.count == 1)
        let data = try WireJSON.decode(SessionEnded.self, from: Array((ended.first?.data ?? "").utf8))
        #expect(data.sessionID == session)
        let isKnown = fate == .answered
        #expect(data.unsyncedRecords == (isKnown ? 2 : 3))
        let states = try await line.unsynced(session)
        #expect(states == (isKnown ? ["unsynced", "unsynced"] : ["unknown", "unsynced", "unsynced"]))
        #expect(try await line.toldSubmitted().count == (isKnown ? 1 : 0))
        #expect(try await line.summary().requests == 1)
    }

    /// The next person gets none of the records, and no more of the ended session's records are sent.
    private func checkNextSession(_ line: RunningLine, _ fate: Fate) async throws {
        let old = try await line.cloud.accepted()
        try await line.startSession(user: "next-user")
        try await line.submit(4...4)
        try await line.waitForAccepted(2)
        try await line.wait("the next person's record to be told") {
            try await line.toldSubmitted().count == (fate == .answered ? 2 : 1)
        }
        try await line.states.waitForHealth("uploader-u1", what: "nothing on its way") {
            $0.queueDepths["sending"] == 0 && $0.queueDepths["unconfirmed"] == 0 && ($0.counters["posted"] ?? 0) > 0
        }
        let (summary, accepted) = (try await line.summary(), try await line.cloud.accepted())
        #expect(summary.requests == 2)
        #expect(summary.duplicates == 0)
        #expect(summary.logIDsOfSeveralUsers == 0)
        #expect(accepted.filter { $0.user != "next-user" } == old)
        #expect(accepted.filter { $0.user == "next-user" }.count == 1)
        // A reading from before the end that a producer repeats is not given to another person.
        #expect(try await line.submit([RunningLine.reading(1)]) == ["repeat"])
        #expect(try await line.told("sessionEnded").count == 1)
    }
}
