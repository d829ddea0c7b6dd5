import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import SimulatedHub
import TestSupport
import Testing

/// The events about imports and historical fetches agree with the importer's answers.
@Suite(.serialized) struct ImportToldTests {
    private static let topics = [
        HealthTopics.healthRecordsProcessed.descriptor, HealthTopics.importProgress.descriptor,
        HealthTopics.importCompleted.descriptor, HealthTopics.historicalFetchProgress.descriptor,
        HealthTopics.historicalFetchCompleted.descriptor,
    ]

    @Test func eachEndIsToldWithItsCounts() async throws {
        var settings = ImportWatch.settings()
        settings.configuration["session-manager"] = ["health.interval": "1s"]
        try await RunningLine.with(settings) { line in
            let imports = ImportWatch(line: line)
            try await EventWatch.with(line, Self.topics) { watch in
                try await whole(line, imports, watch)
                try await vanished(imports, watch)
                try await anotherPersons(line, imports, watch)
                try await line.wait("a fetch with progress") { try await fetch(imports, watch) }
                try await cancel(line, imports, watch)
                try await cancelImport(imports, watch)
                try await leaveOut(line, imports, watch)
            }
        }
    }

    private func run(_ imports: ImportWatch, _ path: String) async throws -> ImportState {
        let begun = try await imports.call(HealthTopics.importFile, ImportFile(path: path, seat: LineSetup.seat))
        return try await imports.end(of: begun.importID)
    }

    private func whole(_ line: RunningLine, _ imports: ImportWatch, _ watch: EventWatch) async throws {
        let now = Int(Date().timeIntervalSince1970)
        var export = SmallExport(days: 40, weights: 3)
        export.first = Date(timeIntervalSince1970: Double(now - now % 86_400 - 45 * 86_400))
        let end = try await run(imports, try imports.write("a.xml", export))
        #expect((end.state, end.origin, end.created) == ("done", "file", 43))
        let told = try await watch.first(HealthTopics.importCompleted) { $0.importID == end.importID }
        #expect(told == end)
        #expect((told.seat, told.hub) == (LineSetup.seat, LineSetup.hub))
        let types = try watch.all(HealthTopics.healthRecordsProcessed).filter { $0.importID == end.importID }
        #expect(types.allSatisfy { $0.seat == LineSetup.seat && $0.hub == LineSetup.hub })
        #expect(
            Dictionary(uniqueKeysWithValues: types.map { ($0.recordType, $0.count) }) == ["routine": 40, "weight": 3]
        )
        try await line.waitForAccepted(43)
    }

    /// A file that disappears before its import begins.
    private func vanished(_ imports: ImportWatch, _ watch: EventWatch) async throws {
        var told: ImportState?
        // On a machine that stalled for a moment, the second import may already have begun.
        for more in 1...5 where told?.state != "failed" {
            let long = try imports.write("long-\(more).xml", SmallExport(days: 1, weights: 400 * more))
            let file = try imports.write("gone-\(more).xml", SmallExport(days: 1, weights: 1))
            let first = try await imports.call(HealthTopics.importFile, ImportFile(path: long, seat: LineSetup.seat))
            let second = try await imports.call(HealthTopics.importFile, ImportFile(path: file, seat: LineSetup.seat))
            try FileManager.default.removeItem(atPath: file)
            told = try await watch.first(HealthTopics.importCompleted) { $0.importID == second.importID }
            let end = try await watch.first(HealthTopics.importCompleted) { $0.importID == first.importID }
            #expect(end.state == "done", "what was before it is done")
            // An import that ends before its first look at the progress reports its end alone; this one takes a while.
            _ = try await watch.first(HealthTopics.importProgress) { $0.importID == first.importID }
        }
        #expect(told?.state == "failed" && told?.created == 0)
        #expect(told?.error?.message.isEmpty == false)
    }

    /// A file with another person's data is held, and so is one that was in the seat's folder before the new person's
    /// session.
    private func anotherPersons(_ line: RunningLine, _ imports: ImportWatch, _ watch: EventWatch) async throws {
        let folder = "\(line.folder.path)/exports"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(SmallExport(days: 2, weights: 1).text.utf8).write(to: URL(filePath: "\(folder)/old.xml"))
        _ = try await imports.call(HealthTopics.observe, ObserveFolders(seat: LineSetup.seat, paths: [folder]))
        try await imports.subscribe(["HKQuantityTypeIdentifierBodyMass"])
        let own = try await watch.first(HealthTopics.importCompleted) { $0.origin == "folder" }
        #expect((own.state, own.error) == ("done", nil))
        _ = try await line.endSession()
        try await line.startSession(user: "second-user")
        let end = try await run(imports, "\(line.folder.path)/a.xml")
        let told = try await watch.first(HealthTopics.importCompleted) { $0.importID == end.importID }
        #expect((told.state, told.created, told.error?.code) == ("held", 0, "anotherPersonsFile"))
        try await imports.subscribe(["HKQuantityTypeIdentifierStepCount"])
        let early = try await watch.first(HealthTopics.importCompleted) { $0.error?.code == "cameBeforeSession" }
        #expect((early.state, early.origin, early.created) == ("held", "folder", 0))
        _ = try await line.endSession()
        try await LineSetup.startSession(line.connection, plan: line.plan)
    }

    private func day(_ ago: Int) -> String {
        String(Date(timeIntervalSinceNow: Double(-ago * 86_400)).formatted(.iso8601).prefix(10))
    }

    /// - Returns: Whether its progress was reported, too.
    private func fetch(_ imports: ImportWatch, _ watch: EventWatch) async throws -> Bool {
        let body = FetchHistoricalSets(seat: LineSetup.seat, sets: ["routine"], from: day(30), to: day(11))
        let begun = try await imports.call(HealthTopics.fetchHistoricalSets, body)
        let end = try await imports.end(of: begun.fetchID)
        let told = try await watch.first(HealthTopics.historicalFetchCompleted) { $0.fetchID == begun.fetchID }
        #expect((told.seat, told.hub, told.error) == (LineSetup.seat, LineSetup.hub, nil))
        #expect(told.counts == [HistoricalCount(set: "routine", records: 20)])
        #expect((end.created, end.unchanged, end.origin) == (0, 20, "fetch"))
        let progress = try watch.all(HealthTopics.historicalFetchProgress).filter { $0.fetchID == begun.fetchID }
        // A fetch that ends before its first look at the progress reports its end alone, so another one is asked for.
        guard !progress.isEmpty else { return false }
        #expect(progress.allSatisfy { $0.seat == LineSetup.seat })
        return true
    }

    /// Requests a fetch while an import of the seat is in progress.
    private func fetchBehind(
        _ weights: Int,
        _ imports: ImportWatch
    ) async throws -> (first: ImportState, begun: HistoricalFetch) {
        let long = try imports.write("longer-\(weights).xml", SmallExport(days: 1, weights: weights))
        let first = try await imports.call(HealthTopics.importFile, ImportFile(path: long, seat: LineSetup.seat))
        let body = FetchHistoricalSets(seat: LineSetup.seat, sets: ["routine"], from: day(44), to: day(6))
        return (first, try await imports.call(HealthTopics.fetchHistoricalSets, body))
    }

    /// A person cancels a fetch that waits for its turn.
    private func cancel(_ line: RunningLine, _ imports: ImportWatch, _ watch: EventWatch) async throws {
        var (first, begun) = try await fetchBehind(900, imports)
        let wanted = CancelHistoricalFetch(seat: LineSetup.seat)
        var cancelled = try await imports.call(HealthTopics.cancelHistoricalFetch, wanted)
        // On a machine that stalled for a moment, the import before it and the fetch may already have ended.
        for more in 2...5 where cancelled.fetchIDs.isEmpty {
            (first, begun) = try await fetchBehind(900 * more, imports)
            cancelled = try await imports.call(HealthTopics.cancelHistoricalFetch, wanted)
        }
        #expect(cancelled.fetchIDs == [begun.fetchID])
        let told = try await watch.first(HealthTopics.historicalFetchCompleted) { [begun] in $0.fetchID == begun.fetchID
        }
        #expect(told.error?.code == "cancelled")
        let end = try await watch.first(HealthTopics.importCompleted) { [begun] in $0.importID == begun.fetchID }
        #expect((end.state, end.error?.code) == ("cancelled", "cancelled"))
        let rest = try await watch.first(HealthTopics.importCompleted) { [first] in $0.importID == first.importID }
        #expect(rest.state == "done", "an import that no one cancelled goes on")
    }

    /// A person cancels an import; one that has ended cannot be cancelled.
    private func cancelImport(_ imports: ImportWatch, _ watch: EventWatch) async throws {
        var ended: ImportState?
        // On a machine that stalled for a moment, both imports may already have ended.
        for more in 1...5 where ended?.state != "cancelled" {
            let long = try imports.write("before-\(more).xml", SmallExport(days: 1, weights: 900 * more))
            let path = try imports.write("unwanted-\(more).xml", SmallExport(days: 1, weights: 10 + more))
            _ = try await imports.call(HealthTopics.importFile, ImportFile(path: long, seat: LineSetup.seat))
            let begun = try await imports.call(HealthTopics.importFile, ImportFile(path: path, seat: LineSetup.seat))
            let wanted = CancelImport(importID: begun.importID)
            let cancelled = try await imports.call(HealthTopics.cancelImport, wanted)
            ended = try await watch.first(HealthTopics.importCompleted) { $0.importID == begun.importID }
            #expect(cancelled.importIDs == [begun.importID] || ended?.state == "done")
        }
        #expect(ended?.state == "cancelled" && ended?.error?.code == "cancelled" && ended?.created == 0)
        let id = try #require(ended?.importID)
        #expect(try await imports.call(HealthTopics.cancelImport, CancelImport(importID: id)).importIDs.isEmpty)
        let error = await #expect(throws: BusError.self) {
            _ = try await imports.call(HealthTopics.cancelImport, CancelImport(importID: "none-such"))
        }
        #expect(error?.code == .notFound)
    }

    /// The elements of an export without a record, with each reason; for a device's file the importer asks which user
    /// it is for.
    private func leaveOut(_ line: RunningLine, _ imports: ImportWatch, _ watch: EventWatch) async throws {
        let all = try await imports.call(
            HealthTopics.importFile,
            ImportFile(path: try LeftOutExport.write(to: line.folder), seat: LineSetup.seat)
        )
        let told = try await watch.first(HealthTopics.importCompleted) { $0.importID == all.importID }
        #expect(told.state == "done", "\(told)")
        let reasons = (told.leftOut ?? []).map(\.reason.rawValue)
        #expect(Set(reasons).isSuperset(of: LeftOutExport.reasons), "\(told.leftOut ?? [])")
        let path = try LeftOutExport.writeCuff(to: line.folder)
        let asked = try await imports.end(of: try await begin(imports, path).importID)
        #expect((asked.state, asked.error?.code, asked.created) == ("held", "severalPeople", 0))
        let answered = try await imports.end(of: try await begin(imports, path, userIndex: 1).importID)
        #expect((answered.state, answered.created) == ("done", 1))
        #expect(answered.leftOut?.map(\.reason) == [.otherUser])
    }

    private func begin(_ imports: ImportWatch, _ path: String, userIndex: Int? = nil) async throws -> ImportState {
        try await imports.call(
            HealthTopics.importFile,
            ImportFile(path: path, seat: LineSetup.seat, userIndex: userIndex)
        )
    }
}
