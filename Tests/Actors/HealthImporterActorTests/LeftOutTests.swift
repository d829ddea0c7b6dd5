import BusContract
import Foundation
import HealthInputs
import ImportStore
import MessageBus
import TestSupport
import Testing
import VitalRecords
import health_fuzz

@testable import HealthImporterActor

/// The elements that an import leaves out, its questions about users, and its counts.
@Suite struct LeftOutTests {
    private func words(_ facts: ImportFacts) -> Set<String> {
        Set((facts.leftOut ?? []).map { "\($0.reason.rawValue) \($0.count) \($0.file ?? "")" })
    }

    @Test func whatIsLeftOutIsTold() async throws {
        let site = try await ImportSite()
        var export = SmallExport(days: 1, weights: 2)
        export.weights[1] = 9_000
        let facts = try await site.run(try site.write("a.xml", export))
        #expect(facts.created == 2)
        let line = try #require(facts.leftOut?.first)
        #expect(facts.leftOut?.count == 1 && line.reason == .impossible && line.count == 1)
        #expect(line.file == nil && line.element == "HKQuantityTypeIdentifierBodyMass")
        try await site.store.close()
    }

    @Test func nothingLeftOutIsNoList() async throws {
        let site = try await ImportSite()
        let facts = try await site.run(try site.write("a.xml", SmallExport(days: 1, weights: 2)))
        #expect(facts.leftOut == nil)
        try await site.store.close()
    }

    /// An unpacked archive is read like the archive itself, and files are named without their folders.
    @Test func anUnpackedArchiveIsReadAsOne() async throws {
        let site = try await ImportSite()
        let folder = site.folder.url.appending(path: "ann's export/apple_health_export")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try site.write("ann's export/apple_health_export/export.xml", SmallExport(days: 1, weights: 2))
        _ = try site.write("ann's export/apple_health_export/notes.txt", "nothing of health")
        let path = site.folder.url.appending(path: "ann's export").path
        let facts = try await site.run(path)
        #expect(facts.created == 3)
        #expect(words(facts) == ["unknownFile 1 notes.txt"])
        #expect(try await site.run(path).created == 0)
        let hold = await #expect(throws: ImportHold.self) { try await site.run(path, person: "bob") }
        #expect(hold?.code == "anotherPersonsFile")
        try await site.store.close()
    }

    /// A cuff's file with values of two users.
    private static let cuff: [UInt8] = {
        var fit = FITBuilder()
        fit.define(0, 0, [.byte(0), .short(1)])
        fit.add(0, [14, 1])
        fit.define(1, 51, [.long(253), .short(0), .short(1), .short(9)])
        fit.add(1, [1_141_000_000, 128, 81, 0])
        fit.add(1, [1_141_000_060, 152, 95, 1])
        return fit.file
    }()

    @Test func aDevicesUserIsAskedFor() async throws {
        let site = try await ImportSite()
        let path = site.folder.url.appending(path: "cuff.fit").path
        try Data(Self.cuff).write(to: URL(filePath: path))
        let error = await #expect(throws: HealthInputsError.self) { try await site.run(path) }
        #expect(error?.code == .severalPeople)
        #expect(try await site.waiting().isEmpty)
        let facts = try await site.run(path, userIndex: 1)
        #expect(facts.created == 1)
        #expect(words(facts) == ["otherUser 1 "])
        let readings = try await site.waiting()
        #expect(readings.first?.measurements.first { $0.metric == .systolic }?.value == 152)
        try await site.store.close()
    }

    @Test func aUserHasANumberThatADeviceCanGive() throws {
        for index in [-1, 4_096] {
            let body = ImportFile(path: "/a", userIndex: index)
            let error = #expect(throws: BusError.self) { try ImportWish(body, api: "inform") }
            #expect(error?.message.contains("userIndex") == true)
        }
        #expect(try ImportWish(ImportFile(path: "/a", userIndex: 0), api: "inform").userIndex == 0)
    }

    /// The files of a fetch overlap: the newest export repeats the older ones' records.
    @Test func aFetchCountsEachRecordOnce() async throws {
        let site = try await ImportSite()
        let old = try site.write("a.xml", SmallExport(days: 3, weights: 5))
        var export = SmallExport(days: 4, weights: 5)
        export.exportDay = 2
        let new = try site.write("b.xml", export)
        let facts = try await site.run(old, origin: .fetch, further: [new])
        #expect(facts.created == 9)
        #expect(facts.seen == 9 && facts.found == ["routine": 4, "weight": 5])
        try await site.store.close()
    }

    // MARK: Lines

    private func list(_ count: Int) -> HealthLeftOut {
        var list = HealthLeftOut()
        for number in 0..<count {
            list.note("Element\(number)", reason: .unknownElement, file: "Ann/\(number).csv", count: number + 1)
        }
        list.note("file", reason: .unknownFile, file: "Ann/" + String(repeating: "ü", count: 300))
        return list
    }

    @Test func longListsAreSummedUp() throws {
        let lines = try #require(LeftOutLines.lines(list(500)))
        #expect(lines.count <= LeftOutLines.most)
        #expect(lines.reduce(0) { $0 + $1.count } == 500 * 501 / 2 + 1)
        #expect(lines.contains { $0.file == "499.csv" && $0.count == 500 })
        #expect(lines.allSatisfy { !($0.file ?? "").contains("Ann") && ($0.file ?? "").utf8.count <= 96 })
    }

    @Test func aListOfImportsHasSumsOnly() throws {
        let brief = try #require(LeftOutLines.brief(LeftOutLines.lines(list(3))))
        #expect(
            brief == [ImportLeftOut(reason: .unknownElement, count: 6), ImportLeftOut(reason: .unknownFile, count: 1)]
        )
        #expect(LeftOutLines.brief(nil) == nil && LeftOutLines.lines(HealthLeftOut()) == nil)
    }

    /// The importer and the contract have the same words.
    @Test func everyReasonHasAWord() {
        let words = ImportLeftOut.Reason.known.map(\.rawValue)
        #expect(Set(words) == Set(HealthLeftOut.Reason.allCases.map(\.rawValue)))
    }
}
