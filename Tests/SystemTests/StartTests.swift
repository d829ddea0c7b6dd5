import Foundation
import HubRunner
import Processes
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// Starts that cannot succeed exit with one clear line and the right code, and an orderly shutdown is quick.
@Suite(.serialized) struct StartTests {
    @Test func anUnknownKeyIsNamedWithAHint() async throws {
        let run = try await ProgramRun("session-manager", ["--site", "s", "--set", "retry.bse=1s"])
        #expect(run.exit == .code(78))
        #expect(run.lines.count == 1, "\(run.text)")
        #expect(run.text.contains("retry.bse") && run.text.contains("retry.base"), "\(run.text)")
    }

    /// The programs that read a configuration file.
    static let programs = [
        "session-manager", "uploader", "health-importer", "ocr-worker", "device-reader", "ble-scanner",
    ]

    /// The shipped files, and the hub that each one names.
    static let files = [(name: "vitalbus.example.yaml", hub: "room-1"), (name: "vitalbus.yaml", hub: "hub-1")]

    @Test(arguments: programs, files) func aShippedFileIsAWholeConfiguration(
        program: String,
        file: (name: String, hub: String)
    ) async throws {
        let path = ProjectFolder.file("deploy/config/\(file.name)").path
        let run = try await ProgramRun(program, ["--check-config", "--config", path])
        #expect(run.exit == .code(0), "\(run.text)")
        let hub = ["session-manager", "uploader"].contains(program) ? "site" : file.hub
        #expect(run.lines.contains { $0.hasPrefix("hub = \(hub) (") }, "\(run.text)")
    }

    @Test(arguments: programs) func theExampleOfEachProgramIsAcceptedByItWithEveryKeySet(program: String) async throws {
        let example = try await ProgramRun(program, ["--print-config-example"])
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "all.yaml")
        // A comment that is a key; the others explain it.
        let text = example.text.replacing(/(?m)^( *)# ([a-z][a-z0-9.-]*: )/) { "\($0.1)\($0.2)" }
            // Serving over HTTP needs a certificate, which is checked.
            .replacing(/(?m)^ *ingest\.address: .*$/, with: "")
        try Data(text.utf8).write(to: file)
        let run = try await ProgramRun(program, ["--check-config", "--config", file.path])
        #expect(run.exit == .code(0), "\(run.text)")
    }

    @Test(arguments: ["session-manager", "uploader"]) func aSiteActorTakesNoHubOfItsOwn(program: String) async throws {
        let run = try await ProgramRun(program, ["--check-config", "--site", "s", "--hub", "room-1"])
        #expect(run.exit == .code(78))
        #expect(run.text.contains("leave hub out"), "\(run.text)")
    }

    @Test func aBadDestinationIsAWrongConfigurationOfTheUploader() async throws {
        let set = ["--site", "s", "--set", "destination.inform.base-url=api.example.org"]
        let run = try await ProgramRun("uploader", set)
        #expect(run.exit == .code(78), "a supervisor starts it again after any other code")
        #expect(run.text.contains("write https://api.example.org"), "\(run.text)")
    }

    @Test func aSecondInstanceIsRefused() async throws {
        try await HubFolder.with(phases: [.site]) { hub in
            #expect(try await hub.waitUntilOnline("session-manager"))
            let run = try await ProgramRun("session-manager", hub.arguments("session-manager"))
            #expect(run.exit == .code(75))
            #expect(run.text.contains("alreadyRunning"), "\(run.text)")
        }
    }

    @Test(arguments: ["session-manager", "uploader-u1"])
    func aCorruptDatabaseIsKeptAndNamed(child: String) async throws {
        try await HubFolder.with { hub in
            let file =
                child == "session-manager" ? hub.database : "\(hub.plan.layout.state)/site.uploader.u1/uploader.sqlite"
            let folder = URL(filePath: file).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let rubbish = Data(repeating: 0x5a, count: 8192)
            try rubbish.write(to: URL(filePath: file))
            try await expectRefusal(hub, child, file: file, hint: "restore a backup")
            #expect(try Data(contentsOf: URL(filePath: file)) == rubbish)
        }
    }

    /// After a downgrade the older program reads and writes nothing in an unknown schema.
    @Test(arguments: [
        ("session-manager", "site.session-manager.main/session-manager.sqlite", "queue"),
        ("uploader-u1", "site.uploader.u1/uploader.sqlite", "ledger"),
        ("health-importer", "room-1.health-importer.main/health-importer-room-1.sqlite", "outbox"),
    ])
    func aDatabaseOfANewerVersionIsKeptAndNamed(child: String, name: String, versions: String) async throws {
        try await HubFolder.with { hub in
            let file = "\(hub.plan.layout.state)/\(name)"
            let folder = URL(filePath: file).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try writeVersions(["0.1.0-\(versions)", "99-from-the-future"], to: file)
            let before = try Data(contentsOf: URL(filePath: file))
            try await expectRefusal(hub, child, file: file, hint: "install that version or restore a backup")
            #expect(try Data(contentsOf: URL(filePath: file)) == before)
        }
    }

    @Test func aDatabaseOfNoReleaseIsKeptAndNamed() async throws {
        try await HubFolder.with { hub in
            let folder = URL(filePath: hub.database).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try writeVersions(["1-people", "1-queue", "16-destinations"], to: hub.database)
            let before = try Data(contentsOf: URL(filePath: hub.database))
            let hint = "let that build deliver its records"
            try await expectRefusal(hub, "session-manager", file: hub.database, hint: hint)
            #expect(try Data(contentsOf: URL(filePath: hub.database)) == before)
        }
    }

    /// Creates a database that lists these versions of tables, without the tables.
    private func writeVersions(_ names: [String], to file: String) throws {
        let script = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as database:
                database.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
                database.executemany("INSERT INTO grdb_migrations VALUES (?)", [[name] for name in sys.argv[2:]])
            """
        let made = try PythonRun(["-c", script, file] + names)
        #expect(made.code == 0, "\(made.text)")
    }

    @Test func aFolderInPlaceOfTheDatabaseIsNamed() async throws {
        // A read-only file would show nothing where tests run as root, who can write to it.
        try await HubFolder.with { hub in
            try FileManager.default.createDirectory(atPath: hub.database, withIntermediateDirectories: true)
            try await expectRefusal(hub, "session-manager", file: hub.database, hint: "check")
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root writes read-only files")) func aReadOnlyDatabaseIsNamed() async throws {
        try await HubFolder.with { hub in
            let folder = URL(filePath: hub.database).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            _ = FileManager.default.createFile(
                atPath: hub.database,
                contents: Data(),
                attributes: [.posixPermissions: 0o400]
            )
            try await expectRefusal(hub, "session-manager", file: hub.database, hint: "owner, mode")
        }
    }

    private func expectRefusal(_ hub: HubFolder, _ child: String, file: String, hint: String) async throws {
        let program = child.hasPrefix("uploader") ? "uploader" : child
        let run = try await ProgramRun(program, hub.arguments(child) + ["--set", "log.level=critical"])
        #expect(run.exit != .code(0) && run.exit != .unknown)
        if case .signal = run.exit { Issue.record("it crashed: \(run.exit)") }
        #expect(run.lines.count == 1, "\(run.text)")
        #expect(run.text.contains(file), "\(run.text)")
        #expect(run.text.contains(hint), "\(run.text)")
    }

    @Test func aWrongPasswordIsToldAndWaitedFor() async throws {
        try await HubFolder.with { hub in
            let file = "\(hub.plan.layout.state)/wrong"
            _ = FileManager.default.createFile(
                atPath: file,
                contents: Data("wrong".utf8),
                attributes: [.posixPermissions: 0o600]
            )
            let arguments = try hub.arguments("session-manager") + ["--set", "bus.password-file=\(file)"]
            let child = try await ProgramRun.start("session-manager", arguments)
            let limit = Task {
                try await Patience.end(ofProgressOf: child.processID)
                await child.kill()
            }
            defer { limit.cancel() }
            let told = await child.lines.first { $0.lowercased().contains("author") }
            #expect(told != nil)
            #expect(told?.contains("wrong") == false, "the password is in the log")
            #expect(child.exit == nil, "it waits for a broker that takes it")
            #expect(await child.stop() == .code(0))
        }
    }

    @Test func aBrokerThatComesLaterIsWaitedFor() async throws {
        try await HubFolder.with { hub in
            await hub.supervisor.stop()
            let child = try await ProgramRun.start("session-manager", hub.arguments("session-manager"))
            let limit = Task {
                try await Patience.end(ofProgressOf: child.processID)
                await child.kill()
            }
            defer { limit.cancel() }
            #expect(await child.lines.contains { $0.contains("waiting for the broker") })
            let later = HubSupervisor(hub.plan)
            try await later.start([])
            let isOnline = try await hub.waitUntilOnline("session-manager")
            await child.stop()
            await later.stop()
            #expect(isOnline)
        }
    }

    @Test func terminationDrainsInTime() async throws {
        try await HubFolder.with(phases: [.site]) { hub in
            let isManaged = try await hub.waitUntilOnline("session-manager")
            let isUploading = try await hub.waitUntilOnline("uploader")
            // A process that is asked to exit before it handles the signal does not exit cleanly.
            let isImporting = try await hub.waitUntilOnline("health-importer")
            #expect(isManaged && isUploading && isImporting)
            await hub.supervisor.stop()
            #expect(try hub.openLogs() == [], "a store that was not closed is looked through at the next start")
            var stopped: [String: String] = [:]
            for await event in hub.supervisor.events {
                if case .stopped(let child, let exit) = event { stopped[child] = exit }
                if case .killed(let child) = event { Issue.record("\(child) was killed") }
            }
            let all = ["session-manager", "uploader-u1", "health-importer"]
            #expect(stopped == Dictionary(uniqueKeysWithValues: all.map { ($0, "exit code 0") }))
        }
    }
}
