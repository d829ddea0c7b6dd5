import BusContract
import ContractLiterals
import Foundation
import MessageBus
import SimulatedHub
import TestSupport
import Testing

/// Whose the files of a seat's watched folder are.
@Suite(.serialized) struct FolderPersonTests {
    private static func write(_ hour: Int, to folder: String) throws {
        var export = SmallExport()
        export.weights[hour] = 70
        try Data(export.text.utf8).write(to: URL(filePath: "\(folder)/\(hour).xml"))
    }

    /// How many persons the importer knows.
    private static func persons(_ line: RunningLine) throws -> Int? {
        let folder = "\(line.folder.state)/\(LineSetup.hub).health-importer.main"
        let program = """
            import sqlite3, sys
            print(sqlite3.connect(sys.argv[1], timeout=20).execute("SELECT count(*) FROM seats").fetchone()[0])
            """
        let run = try PythonRun(["-c", program, "\(folder)/health-importer-\(LineSetup.hub).sqlite"])
        return Int(run.text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// One came while the former person imported nothing, one while the importer was stopped.
    @Test func whatCameForTheFormerPersonIsHeldFromTheNext() async throws {
        try await RunningLine.with(ImportWatch.settings()) { line in
            let watch = ImportWatch(line: line)
            let folder = "\(line.folder.path)/exports"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            _ = try await watch.call(HealthTopics.observe, ObserveFolders(seat: LineSetup.seat, paths: [folder]))
            try Self.write(1, to: folder)
            try await line.wait("the importer to see a file of the first person") {
                try Self.persons(line) == 1
            }
            try await line.hold("health-importer")
            try Self.write(2, to: folder)
            try await line.startSession(user: "second-user", seat: LineSetup.seat)
            try await line.letGo("health-importer")
            try await watch.subscribe(["HKQuantityTypeIdentifierBodyMass"])
            _ = try await watch.end(count: 2)
            let imports = try await watch.call(HealthTopics.imports, ImportsRequest()).imports
            #expect(imports.map(\.state) == ["held", "held"], "\(imports)")
            #expect(imports.allSatisfy { $0.error?.code == "cameBeforeSession" })
            // The former person's phone may still fill the folder.
            try Self.write(3, to: folder)
            _ = try await watch.end(count: 3)
            let third = try await watch.call(HealthTopics.imports, ImportsRequest()).imports.first
            #expect(third?.state == "held" && third?.error?.code == "anotherPersonsFolder")
            try await line.states.waitForHealth("health-importer", what: "the held file") { health in
                health.problems.contains { $0.code == "importHeld" }
            }
            // Once an operator gave it to the next person, what comes is theirs.
            _ = try await watch.call(HealthTopics.observe, ObserveFolders(seat: LineSetup.seat, paths: [folder]))
            try Self.write(4, to: folder)
            try await line.waitForAccepted(1)
        }
    }
}
