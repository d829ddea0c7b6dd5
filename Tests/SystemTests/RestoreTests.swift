import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// After a restore, producers deliver again what they handed over since the backup: nothing that they still have is
/// lost.
@Suite(.serialized) struct RestoreTests {
    /// The keys of the held readings, over all pages.
    private func held(_ line: RunningLine) async throws -> Set<String> {
        var keys: Set<String> = []
        for number in 1... {
            let page = try await LineSetup.patiently {
                try await line.connection.requests.call(
                    SessionOperations.heldReadings,
                    hub: BusAddress.siteHub,
                    body: PageRequest(page: number),
                    timeout: Patience.answer
                )
            }
            keys.formUnion(page.readings.map(\.reading.readingKey.rawValue))
            if number >= page.pages { break }
        }
        return keys
    }

    @Test func whatCameAfterTheBackupIsOfferedAgainAndDoubledNowhere() async throws {
        let file = ShortPath.make("vbb")
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await RunningLine.with(ImportWatch.settings(["health.interval": "1s"])) { line in
            let (watch, database) = (ImportWatch(line: line), OlderCopyTests.Database(line: line))
            #expect(
                try await watch.send(try watch.write("before.xml", SmallExport(days: 2, weights: 1))).exit == .code(0)
            )
            try await line.waitForAccepted(3)
            let made = try await ProgramRun("vitalbus", ["backup", file, "--state", database.state])
            #expect(made.exit == .code(0), "\(made.text)")
            var later = SmallExport(days: 30, weights: 30)
            later.exportDay += 1
            let sent = try await watch.send(try watch.write("after.xml", later))
            #expect(sent.exit == .code(0) && sent.text.contains("57 new records"), "\(sent.text)")
            let accepted = 60
            try await line.waitForAccepted(accepted)
            try await OlderCopyTests.bringBack(file, line, database)
            // It would ask within a minute; after a start it asks at once.
            try await line.kill("health-importer")
            try await line.wait("all since the backup to be held") { try await held(line).count >= accepted - 3 }
            #expect(try await held(line).count == accepted - 3, "the backup has three")
            let summary = try await line.summary()
            #expect(summary.accepted == accepted && summary.duplicates == 0 && summary.logIDsOfSeveralUsers == 0)
        }
    }
}
