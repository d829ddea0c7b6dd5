import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing

/// The logs while logging is on, and the data that must never be in them.
@Suite(.serialized) struct LoggingTests {
    private func set(_ state: LoggingState, _ line: RunningLine) async throws {
        _ = try await line.connection.requests.call(
            SessionOperations.setLogging,
            hub: BusAddress.siteHub,
            body: state,
            timeout: Patience.answer
        )
    }

    private func settings() -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        return settings
    }

    private func log(_ principal: String, _ line: RunningLine) -> String {
        let path = "\(line.plan.layout.state)/\(principal)/log"
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    @Test func theFileTellsSessionsRecordsSubmissionsAndAnswersAndNothingSecret() async throws {
        try await RunningLine.with(settings()) { line in
            try await set(LoggingState(enabled: true, sink: "file"), line)
            // The uploader learns of it from the bus.
            var number = 0
            while !log("site.uploader.u1", line).contains("result=done"), number < 100 {
                number += 1
                try await line.submit(number...number)
                try await line.wait("record \(number)") { [number] in
                    try await line.toldSubmitted().count >= number
                }
            }
            try await LineSetup.startSession(line.connection, plan: line.plan)
            let manager = log("site.session-manager.main", line)
            let uploader = log("site.uploader.u1", line)
            for words in ["core: record created logID=", "core: session continues "] {
                #expect(manager.contains(words))
            }
            #expect(uploader.contains("core: submission logID="))
            #expect(uploader.contains("core: answer logID="))
            for text in [manager, uploader] {
                for secret in [LineSetup.person.token, "mm[Hg]", "systolic", "\"measurements\""] {
                    #expect(!text.contains(secret), "\(secret)")
                }
            }
            try await set(.off, line)
            let before = log("site.session-manager.main", line)
            try await line.submit(500...500)
            try await line.wait("the last record") { [number] in try await line.toldSubmitted().count > number }
            #expect(log("site.session-manager.main", line) == before)
        }
    }

    @Test func theBusTellsItToOperatorsAlsoAfterARestart() async throws {
        try await RunningLine.with(settings()) { line in
            let entries = try await line.connection.client.subscribe(to: [LogTopics.entry.descriptor], hub: nil)
            try await set(LoggingState(enabled: true, components: ["core"], sink: "bus"), line)
            try await line.kill("session-manager")
            try await line.submit(1...1)
            for await message in entries {
                let entry = try Envelope<LogEntry>.decode(message.payload).data
                #expect(entry.tag == "core")
                if message.topic.hasSuffix("/log/session-manager"), entry.message.hasPrefix("record created") { break }
            }
        }
    }
}
