import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Processes
import SimulatedHub
import TestSupport
import Testing

/// From a person's exported file to the server.
@Suite(.serialized) struct ImportLineTests {
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let mass = "HKQuantityTypeIdentifierBodyMass"

    private struct Preview: Decodable { let records: [String: Int] }

    @Test func whatTheDryRunShowsIsAtTheServerOnceAndANewerExportIsAnUpdate() async throws {
        try await RunningLine.with(ImportWatch.settings()) { line in
            let watch = ImportWatch(line: line)
            var export = SmallExport(days: 4, weights: 12)
            let path = try watch.write("export.xml", export)
            let dry = try await watch.command(path, ["--dry-run", "--json"])
            let object = try #require(dry.lines.first { $0.hasPrefix("{") }, "\(dry.text)")
            let preview = try JSONDecoder().decode(Preview.self, from: Data(object.utf8))
            let first = try await watch.send(path)
            #expect(first.exit == .code(0), "\(first.text)")
            #expect(first.text.contains("16 new records, 0 changed"), "\(first.text)")
            try await line.waitForAccepted(16)
            try await line.wait("all is told") { try await watch.types() == preview.records }
            // Importing the same file again creates nothing.
            let again = try await watch.send(path)
            #expect(again.text.contains("0 new records, 0 changed, 16 already known"), "\(again.text)")
            // A newer export in which one day has more steps and one weight is new.
            export.exportDay = 2
            export.steps[3] = 9_999
            export.weights[500] = 71
            let newer = try await watch.send(try watch.write("newer.xml", export))
            #expect(newer.text.contains("1 new records, 1 changed"), "\(newer.text)")
            try await line.waitForAccepted(17)
            try await line.wait("the update") { try await line.summary().updates == 1 }
            let sums = try await line.summary()
            #expect(sums.accepted == 17)
            #expect(sums.duplicates == 0)
            #expect(try await line.told("submissionFailed").isEmpty)
            #expect(try await line.told("readingHeld").isEmpty)
        }
    }

    @Test func anotherPersonsExportIsHeldAndNothingOfItIsSent() async throws {
        try await RunningLine.with(ImportWatch.settings()) { line in
            let watch = ImportWatch(line: line)
            #expect(try await watch.send(try watch.write("a.xml", SmallExport(days: 1, weights: 1))).exit == .code(0))
            var other = SmallExport(days: 5, weights: 5)
            other.birthYear = 1971
            let run = try await watch.send(try watch.write("b.xml", other))
            #expect(run.exit == .code(65) || run.exit == .code(70), "\(run.text)")
            #expect(run.text.contains("a different person"), "\(run.text)")
            #expect(!run.text.contains("1971"))
            try await line.waitForAccepted(2)
            try await line.wait("an empty queue") { try await line.queued().isEmpty }
            #expect(try await line.summary().accepted == 2)
        }
    }

    /// The importer is killed at several moments: nothing is lost, and nothing is imported twice.
    @Test func aKilledImporterGoesOn() async throws {
        try await RunningLine.with(ImportWatch.settings()) { line in
            let watch = ImportWatch(line: line)
            let path = try watch.write("export.xml", SmallExport(days: 10, weights: 500))
            let begun = try await watch.call(
                HealthTopics.importFile,
                ImportFile(path: path, seat: LineSetup.seat)
            )
            try await line.kill("health-importer")
            for count in [1, 120, 300] {
                try await line.waitForAccepted(count)
                try await line.kill("health-importer")
            }
            let end = try await watch.end(of: begun.importID)
            #expect(end.state == "done")
            #expect(end.created == 510)
            try await line.waitForAccepted(510)
            try await line.wait("an empty queue") { try await line.queued().isEmpty }
            let sums = try await line.summary()
            #expect((sums.accepted, sums.duplicates, sums.updates) == (510, 0, 0))
        }
    }

    @Test func aWatchedFolderIsReadWhenItsFilesAreWhole() async throws {
        try await RunningLine.with(ImportWatch.settings()) { line in
            let watch = ImportWatch(line: line)
            let folder = "\(line.folder.path)/exports"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let observed = try await watch.call(
                HealthTopics.observe,
                ObserveFolders(seat: LineSetup.seat, paths: [folder])
            )
            #expect(observed.folders.map(\.path) == [folder])
            try await watch.subscribe([Self.mass])
            // The file is written in two halves, the second one after the import could have begun.
            let text = Array(SmallExport(days: 3, weights: 6).text.utf8)
            let file = "\(folder)/export.xml"
            try Data(text.prefix(text.count / 2)).write(to: URL(filePath: file))
            let handle = try #require(FileHandle(forWritingAtPath: file))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(text.dropFirst(text.count / 2)))
            try handle.close()
            try await line.waitForAccepted(6)
            // The subscription to steps comes later: the file is read again, and only the steps are new.
            try await watch.subscribe([Self.mass, Self.steps])
            try await line.waitForAccepted(9)
            // A newer export is moved into the folder, and the importer is killed meanwhile.
            var newer = SmallExport(days: 4, weights: 8)
            newer.exportDay = 2
            let path = try line.folder.write("moving.xml", text: newer.text)
            try FileManager.default.moveItem(atPath: path, toPath: "\(folder)/newer.xml")
            try await line.kill("health-importer")
            try await line.waitForAccepted(12)
            try await line.wait("an empty queue") { try await line.queued().isEmpty }
            let sums = try await line.summary()
            #expect((sums.accepted, sums.duplicates, sums.updates) == (12, 0, 0))
        }
    }

    @Test func wholeDaysAreFetchedAgainAndIntradayIsOffUntilItIsWanted() async throws {
        try await RunningLine.with(ImportWatch.settings()) { line in
            let watch = ImportWatch(line: line)
            func midnight() -> Int { Int(Date().timeIntervalSince1970) / 86_400 * 86_400 }
            let today = midnight()
            var export = SmallExport(days: 20, weights: 1)
            export.first = Date(timeIntervalSince1970: Double(today - 20 * 86_400))
            export.exportDay = (today - 1_767_225_600) / 86_400
            #expect(try await watch.send(try watch.write("a.xml", export), ["--sets", "weight"]).exit == .code(0))
            try await line.waitForAccepted(1)
            func day(_ ago: Int) -> String {
                String(Date(timeIntervalSince1970: Double(today - ago * 86_400)).formatted(.iso8601).prefix(10))
            }
            // The day may end meanwhile, and so the limit moves on.
            func isLimit(_ from: String, _ ago: Int) -> Bool {
                from == day(ago) || from == day(ago - (midnight() - today) / 86_400)
            }
            func fetch(_ sets: [HistoricalSet], _ from: Int, _ to: Int) async throws -> (HistoricalFetch, ImportState) {
                let body = FetchHistoricalSets(seat: LineSetup.seat, sets: sets, from: day(from), to: day(to))
                let begun = try await watch.call(HealthTopics.fetchHistoricalSets, body)
                return (begun, try await watch.end(of: begun.fetchID))
            }
            let (some, end) = try await fetch(["routine", "fitness", "intraday"], 6, 2)
            #expect(some.sets == ["routine", "fitness"])
            #expect((some.from, some.to) == (day(6), day(2)))
            #expect(some.warnings.count == 1, "\(some.warnings)")
            #expect((end.state, end.origin, end.created) == ("done", "fetch", 5))
            try await line.waitForAccepted(6)
            // Days too far back are cut off, and already fetched ones do not count as new.
            let (more, rest) = try await fetch(["routine"], 400, 2)
            #expect(isLimit(more.from, 179))
            #expect((rest.created, rest.unchanged) == (14, 5))
            try await watch.subscribe([], intraday: true)
            let (intraday, _) = try await fetch(["intraday"], 30, 1)
            #expect(intraday.sets == ["intraday"])
            #expect(isLimit(intraday.from, 7))
        }
    }
}
