import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Testing

/// An unreadable saved record on a whole line: it is rejected and reported once, and the others arrive.
@Suite(.serialized) struct UnreadableRowLineTests {
    private static let settings: RunningLine.Settings = {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.configuration["session-manager"] = ["retry.base": "10min", "retry.cap": "10min"]
        settings.faults = #"[{"kind":"resetBefore"}]"#
        return settings
    }()

    /// Bytes that would spoil a whole grant, and a record that only its uploader recognises as unreadable.
    @Test(arguments: ["not JSON", #"{"of":"another version"}"#])
    func itIsRejectedOnceAndTheOthersArrive(text: String) async throws {
        try await RunningLine.with(Self.settings) { line in
            try await line.submit(1...3)
            try await line.wait("3 that wait") { try await line.told("submissionRetrying").count >= 3 }
            let path = "\(line.plan.layout.state)/site.session-manager.main/session-manager.sqlite"
            let change = """
                import sqlite3, sys
                with sqlite3.connect(sys.argv[1], timeout=20) as database:
                    database.execute("UPDATE queue SET record = ? WHERE id = (SELECT min(id) FROM queue)", (sys.argv[2].encode(),))
                """
            let run = try PythonRun(["-c", change, path, text])
            #expect(run.code == 0, "\(run.text)")
            try await line.cloud.setFaults("[]")
            try await line.waitForAccepted(2)
            try await line.wait("a rejected record") { try await !line.told("submissionFailed").isEmpty }
            let told = try await line.told("submissionFailed")
            #expect(told.count == 1 && told[0].data.contains(FaultCodes.unreadableRow))
            let listed = try await line.connection.requests.call(
                SessionOperations.rejectedRecords,
                hub: BusAddress.siteHub,
                body: PageRequest()
            ).records
            #expect(listed.map(\.error?.code) == [FaultCodes.unreadableRow])
            try await line.wait("2 told records") { try await line.toldSubmitted().count >= 2 }
            #expect(try await line.summary().accepted == 2)
        }
    }
}
