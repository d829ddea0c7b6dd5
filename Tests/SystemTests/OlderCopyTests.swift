import BusContract
import ContractLiterals
import DeliveryRules
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// An older copy of the session manager's database, or the result of a lost log, is reported, and the session manager
/// serves no requests until a person decides.
@Suite(.serialized) struct OlderCopyTests {
    /// A running line's database, as someone with `cp` sees it.
    struct Database {
        let line: RunningLine
        var owner = "session-manager"
        var file = "site.session-manager.main/session-manager.sqlite"
        var state: String { line.plan.layout.state }
        var path: String { "\(state)/\(file)" }

        static func move(_ from: String, _ to: String) throws {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: to + suffix)
                guard FileManager.default.fileExists(atPath: from + suffix) else { continue }
                try FileManager.default.copyItem(atPath: from + suffix, toPath: to + suffix)
            }
        }

        func aside(_ name: String) -> String { "\(state)/\(name)" }

        /// Copies the database while no process writes.
        func keep(_ name: String) async throws {
            try await line.hold(owner)
            try Self.move(path, aside(name))
            try await line.letGo(owner)
        }

        /// Changes the files while their owner is stopped, and then ends the owner like a power cut.
        func strike(_ change: () throws -> Void) async throws {
            try await line.hold(owner)
            try Self.move(path, aside("newest"))
            try change()
            try await line.kill(owner)
        }

        func doctor() async throws -> ProgramRun {
            try await ProgramRun("vitalbus", ["doctor", "--state", state])
        }

        /// Waits until no requests are served, and returns the time that the doctor names for accepting the copy.
        @discardableResult
        func waitUntilWithheld() async throws -> String {
            try await line.states.waitForHealth("session-manager", what: "nothing to be served") { health in
                health.problems.contains { $0.code == "storeNotNewest" }
            }
            let run = try await doctor()
            #expect(run.exit == .code(1), "\(run.text)")
            #expect(run.text.contains("no records are accepted or delivered"), "\(run.text)")
            #expect(run.text.contains("vitalbus restore --accept-from"), "\(run.text)")
            #expect(run.text.contains("restore the newer"), "\(run.text)")
            let named = run.text.split(separator: "--accept-from ").last.map { $0.prefix { $0 != "'" } } ?? ""
            return String(named)
        }

        func accept(_ from: String) async throws {
            let arguments = ["restore", "--accept-from", from, "--state", state, "--yes"]
            let run = try await ProgramRun("vitalbus", arguments)
            #expect(run.exit == .code(0), "\(run.text)")
            try await waitUntilServing()
        }

        func waitUntilServing() async throws {
            try await line.states.waitForHealth("session-manager", what: "the database to be served") {
                $0.status == .ok
            }
        }
    }

    private static func settings(_ policy: String = "upsert", _ repeats: String = "upsert") -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.policy = policy
        settings.repeats = repeats
        settings.leaseSeconds = 4
        settings.configuration["session-manager"] = ["health.interval": "1s"]
        return settings
    }

    private static func isUnanswered(_ line: RunningLine, _ readings: [Reading]) async -> Bool {
        do {
            _ = try await line.submit(readings, patiently: false)
            return false
        } catch { return true }
    }

    @Test func anOlderCopyGivesTheFormerPersonNothing() async throws {
        try await RunningLine.with(Self.settings()) { line in
            let database = Database(line: line)
            try await line.submit(1...2)
            try await line.waitForAccepted(2)
            try await database.keep("old")
            try await line.startSession(user: "next-user")
            let present = try (3...7).map { try RunningLine.reading($0) }
            #expect(try await line.submit(present) == [String](repeating: "accepted", count: 5))
            try await line.waitForAccepted(7)
            try await database.strike { try Database.move(database.aside("old"), database.path) }
            let end = try await database.waitUntilWithheld()
            let late = try (8...12).map { try RunningLine.reading($0) }
            #expect(await Self.isUnanswered(line, late))
            #expect(try await line.summary().accepted == 7)
            let tooLate = ["restore", "--accept-from", "2999-01-01", "--state", database.state, "--yes"]
            #expect(try await ProgramRun("vitalbus", tooLate).exit == .code(65), "readings of the gap would be booked")
            try await database.accept(end)
            // No session runs until a person starts one, and repeated readings wait for a person.
            #expect(try await line.submit(present + late) == [String](repeating: "held", count: 10))
            try await line.startSession(user: "next-user")
            try await line.submit(13...13)
            try await line.waitForAccepted(8)
            // A person confirms whose it is: the server already had it, and it is not created again.
            try await line.wait("the session to be told") { try await Self.session(line) != nil }
            let said = ConfirmReading(
                readingKey: present[0].readingKey,
                seat: LineSetup.seat,
                sessionID: try await Self.session(line)
            )
            _ = try await line.connection.requests.call(
                SessionOperations.confirmReading,
                hub: BusAddress.siteHub,
                body: said
            )
            try await line.wait("the queue to be empty") { try await line.queued().isEmpty }
            #expect(try await line.summary().accepted == 8)
            try await Self.expectNoWrongPerson(line, former: 2)
            let run = try await database.doctor()
            #expect(!run.text.contains("is an older copy"), "\(run.text)")
        }
    }

    private static func session(_ line: RunningLine) async throws -> String? {
        let leaf = SessionEvents.sessionState.descriptor.leaf(["seat": LineSetup.seat])
        let topic = try line.address("session-manager").topic(leaf)
        return try Envelope<SessionState>.decode(try await line.states.retained(topic)).data.sessionID
    }

    private static func expectNoWrongPerson(_ line: RunningLine, former: Int) async throws {
        let (summary, accepted) = (try await line.summary(), try await line.cloud.accepted())
        #expect(summary.duplicates == 0)
        #expect(summary.logIDsOfSeveralUsers == 0)
        #expect(accepted.filter { $0.user != "next-user" }.count == former)
    }

    @Test func theNewerOneServesAsIfNothingHadBeen() async throws {
        try await RunningLine.with(Self.settings()) { line in
            let database = Database(line: line)
            try await line.submit(1...2)
            try await line.waitForAccepted(2)
            try await database.keep("old")
            try await line.startSession(user: "next-user")
            try await line.submit(3...4)
            try await line.waitForAccepted(4)
            try await database.strike { try Database.move(database.aside("old"), database.path) }
            try await database.waitUntilWithheld()
            try Database.move(database.aside("newest"), database.path)
            try await database.waitUntilServing()
            #expect(try await line.submit(5...5) == ["accepted"])
            try await line.waitForAccepted(5)
            try await Self.expectNoWrongPerson(line, former: 2)
        }
    }

    /// If a whole machine is set back, only processes that learnt of later states know: here a reader, then an
    /// uploader.
    @Test(arguments: ["device-reader", "uploader-u1"]) func whoWasToldMoreFindsOutASetBackMachine(who: String)
        async throws
    {
        try await RunningLine.with(Self.settings()) { line in
            let database = Database(line: line)
            let witness = "\(database.state)/site.session-manager.main.witness"
            let reader = try await ToldReader(line)
            try await reader.submit(1...2)
            try await line.waitForAccepted(2)
            try await database.keep("old")
            try FileManager.default.copyItem(atPath: witness, toPath: database.aside("old-witness"))
            try await line.startSession(user: "next-user")
            try await reader.submit(3...4)
            try await line.waitForAccepted(4)
            if who == "device-reader" { try await line.hold("uploader-u1") }
            try await database.strike {
                try Database.move(database.aside("old"), database.path)
                try FileManager.default.removeItem(atPath: witness)
                try FileManager.default.copyItem(atPath: database.aside("old-witness"), toPath: witness)
            }
            if who == "device-reader" {
                await #expect(throws: (any Error).self) { try await reader.submit(5...5) }
                try await line.letGo("uploader-u1")
            }
            try await database.waitUntilWithheld()
            #expect(try await line.summary().accepted == 4)
            try Database.move(database.aside("newest"), database.path)
            try await database.waitUntilServing()
            // On a start that serves again, the health becomes good before requests are accepted.
            try await line.wait("a reading to be taken") { (try? await reader.submit(6...6)) != nil }
            try await line.waitForAccepted(5)
            try await Self.expectNoWrongPerson(line, former: 2)
        }
    }

    /// A ledger that was set back does not know the current attempt: its report that nothing was sent is not accepted.
    @Test func anUploaderWhoseLedgerWasSetBackSendsNothingTwice() async throws {
        var settings = Self.settings("lookup", "blind-lookup")
        (settings.leaseSeconds, settings.requestTimeout) = (25, "20s")
        settings.configuration["uploader"] = ["pull.interval": "500ms", "health.interval": "1s"]
        try await RunningLine.with(settings) { line in
            let ledger = Database(line: line, owner: "uploader-u1", file: "site.uploader.u1/uploader.sqlite")
            try await ledger.keep("old")
            try await line.submit(1...1)
            try await line.waitForAccepted(1)
            try await line.wait("the first record to be told") { try await line.toldSubmitted().count == 1 }
            try await line.cloud.setFaults(#"[{"kind":"hold","method":"POST","count":1}]"#)
            try await line.waitForDemand {
                try await line.submit(2...2)
                try await line.waitForAccepted(2)
            }
            try await ledger.strike { try Database.move(ledger.aside("old"), ledger.path) }
            try await line.cloud.setFaults("[]")
            try await line.wait("the second record to be told") { try await line.toldSubmitted().count == 2 }
            let summary = try await line.summary()
            #expect((summary.accepted, summary.duplicates) == (2, 0))
        }
    }

    /// An importer whose database was set back creates revisions that the session manager already has with other
    /// values.
    ///
    /// The session manager reports it, and the importer's next revisions are newer than those.
    @Test func anImporterThatWasSetBackLosesNoChangeForGood() async throws {
        try await RunningLine.with(ImportWatch.settings(["health.interval": "1s"])) { line in
            let watch = ImportWatch(line: line)
            let file = "\(LineSetup.hub).health-importer.main/health-importer-\(LineSetup.hub).sqlite"
            let memory = Database(line: line, owner: "health-importer", file: file)
            var export = SmallExport(days: 2, weights: 1)
            func send(_ steps: Int) async throws -> ProgramRun {
                export.steps[1] = steps
                export.exportDay += 1
                return try await watch.send(try watch.write("\(steps).xml", export))
            }
            #expect(try await send(5_000).exit == .code(0))
            try await line.waitForAccepted(3)
            try await memory.keep("old")
            for (steps, updates) in [(6_000, 1), (7_000, 2)] {
                #expect(try await send(steps).text.contains("0 new records, 1 changed"))
                try await line.wait("update \(updates)") { try await line.summary().updates == updates }
            }
            try await memory.strike { try Database.move(memory.aside("old"), memory.path) }
            _ = try await watch.call(HealthTopics.imports, ImportsRequest())
            #expect(try await send(8_000).text.contains("0 new records, 1 changed"))
            try await line.states.waitForHealth("health-importer", what: "its word") { health in
                health.problems.contains { $0.code == "importsForgotten" && $0.message.hasPrefix("1 records") }
            }
            #expect(try await line.summary().updates == 2)
            let again = try await watch.send("\(line.folder.path)/8000.xml")
            #expect(again.text.contains("0 new records, 1 changed"), "\(again.text)")
            try await line.wait("the change") { try await line.summary().updates == 3 }
            try await line.states.waitForHealth("health-importer", what: "nothing forgotten") { health in
                !health.problems.contains { $0.code == "importsForgotten" }
            }
            #expect(try await line.summary().duplicates == 0)
        }
    }

    /// A producer that keeps the session manager's marks of its database.
    private struct ToldReader {
        let line: RunningLine
        let seen = SeenMark(file: nil)

        init(_ line: RunningLine) async throws { self.line = line }

        func submit(_ numbers: ClosedRange<Int>) async throws {
            let body = SubmitRecords(records: try numbers.map { try RunningLine.reading($0) }, seenMark: seen.text)
            let reply = try await line.connection.requests.call(
                SessionOperations.submitRecords,
                hub: BusAddress.siteHub,
                body: body,
                timeout: Patience.answer
            )
            #expect(reply.results.allSatisfy { $0.outcome == "accepted" }, "\(reply)")
            seen.note(reply.mark, now: .zero)
        }
    }

    @Test func aDeletedLogIsToldAndComesBack() async throws {
        try await RunningLine.with(Self.settings()) { line in
            let database = Database(line: line)
            try await line.submit(1...30)
            try await line.waitForAccepted(30)
            try await database.strike {
                for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: database.path + suffix) }
            }
            try await database.waitUntilWithheld()
            try Database.move(database.aside("newest"), database.path)
            try await database.waitUntilServing()
            #expect(try await line.submit(31...31) == ["accepted"])
            try await line.waitForAccepted(31)
            #expect(try await line.summary().duplicates == 0)
        }
    }

    @Test func aDeletedDatabaseIsNeverSilentlyNew() async throws {
        try await RunningLine.with(Self.settings()) { line in
            let database = Database(line: line)
            let readings = try (1...3).map { try RunningLine.reading($0) }
            try await line.submit(readings)
            try await line.waitForAccepted(3)
            try await database.strike {
                for suffix in ["", "-wal", "-shm"] {
                    try FileManager.default.removeItem(atPath: database.path + suffix)
                }
            }
            try await database.waitUntilWithheld()
            #expect(await Self.isUnanswered(line, readings))
            try await database.accept("1970-01-01T00:00:00Z")
            try await line.startSession(user: "next-user")
            #expect(try await line.submit(readings) == ["held", "held", "held"])
            try await line.submit(4...4)
            try await line.waitForAccepted(4)
            try await Self.expectNoWrongPerson(line, former: 3)
        }
    }

    /// An older copy lists as unsent a record that was sent later: the uploader looks it up before it creates it.
    @Test func whatTheCopyCallsUnsentIsNotMadeAgain() async throws {
        try await RunningLine.with(Self.settings("lookup", "blind-lookup")) { line in
            let database = Database(line: line)
            try await line.hold("uploader-u1")
            try await line.submit(1...12)
            try await database.keep("old")
            try await line.letGo("uploader-u1")
            try await line.waitForAccepted(12)
            try await database.strike { try Database.move(database.aside("old"), database.path) }
            try await database.waitUntilWithheld()
            try await database.accept("1970-01-01T00:00:00Z")
            try await LineSetup.startSession(line.connection, plan: line.plan)
            try await line.wait("the queue to be empty") { try await line.queued().isEmpty }
            let summary = try await line.summary()
            #expect(summary.accepted == 12)
            #expect(summary.duplicates == 0)
        }
    }

    @Test func aBackupOfARunningHubComesBack() async throws {
        let file = ShortPath.make("vbb")
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await RunningLine.with(Self.settings()) { line in
            let database = Database(line: line)
            try await line.submit(1...2)
            try await line.waitForAccepted(2)
            let made = try await ProgramRun("vitalbus", ["backup", file, "--state", database.state])
            #expect(made.exit == .code(0), "\(made.text)")
            try await line.startSession(user: "next-user")
            try await line.submit(3...4)
            try await line.waitForAccepted(4)
            let restore = ["restore", file, "--yes", "--state", database.state]
            let refused = try await ProgramRun("vitalbus", restore)
            #expect(refused.exit == .code(75), "\(refused.text)")
            #expect(refused.text.contains("stop the hub first"), "\(refused.text)")
            try await putBack(file, line, database)
            try await Self.expectNoWrongPerson(line, former: 2)
        }
    }

    private func putBack(_ file: String, _ line: RunningLine, _ database: Database) async throws {
        try await Self.bringBack(file, line, database)
        let again = try [3, 4].map { try RunningLine.reading($0) }
        #expect(try await line.submit(again) == ["held", "held"], "nobody is present")
        #expect(try await line.summary().accepted == 4)
    }

    /// Restores a backup into another folder, as on a new machine, and moves the files into place while the hub is
    /// stopped.
    static func bringBack(_ file: String, _ line: RunningLine, _ database: Database) async throws {
        let other = "\(database.state)/other"
        let key = line.plan.layout.siteKey
        let arguments = ["restore", file, "--yes", "--state", other, "--site-key", key]
        let run = try await ProgramRun("vitalbus", arguments)
        #expect(run.exit == .code(0), "\(run.text)")
        let folder = "site.session-manager.main"
        try await database.strike {
            try Database.move("\(other)/\(folder)/session-manager.sqlite", database.path)
            try FileManager.default.copyItem(
                atPath: "\(other)/\(folder).witness.accept",
                toPath: "\(database.state)/\(folder).witness.accept"
            )
        }
        try await line.wait("the former person's session to end") { try await session(line) == nil }
    }
}
