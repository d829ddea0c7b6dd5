import Archive
import Foundation
import HealthConnect
import HealthInputs
import HealthTypes
import TestSupport
import Testing
import VitalRecords
import health_fuzz

/// Archives with files of several kinds, with broken files, and with archives inside.
@Suite struct ArchiveInputTests {
    private static let day = "Start time,End time,Move Minutes count,Distance (m),Step count\n"

    /// A day's table of Google Fit with one row.
    private static func table(_ steps: Int, end: String = "\n") -> [UInt8] {
        Array((day + "08:00:00.000+01:00,08:15:00.000+01:00,1,100.5,\(steps)" + end).utf8)
    }

    private static let fitbit = Array(#"[{"dateTime":"03/25/26 06:00:00","value":"10"}]"#.utf8)

    private func archive(_ files: [(String, [UInt8])]) -> [UInt8] {
        var builder = ZipBuilder()
        for (name, bytes) in files { builder.add(name, bytes, deflated: true) }
        return builder.file
    }

    private func read(_ bytes: [UInt8]) throws -> (input: HealthInput, reading: Reading) {
        try read(try HealthInput(BytesInMemory(bytes)))
    }

    private func read(_ input: HealthInput) throws -> (input: HealthInput, reading: Reading) {
        var reading = Reading()
        reading.reports = [try input.readAll(into: &reading.sink, salt: [], clock: Reading.berlin)]
        return (input, reading)
    }

    private func leftOut(_ reading: Reading) -> [String: HealthLeftOut.Reason] {
        let entries = reading.reports.flatMap(\.leftOut.entries).filter { !$0.file.isEmpty }
        return Dictionary(entries.map { ($0.file, $0.reason) }) { first, _ in first }
    }

    @Test func moreFilesThanOneLooksAtAreAllRead() throws {
        let tracks = (0..<70).map {
            ("Takeout/Fit/Activities/\($0).tcx", Array("<?xml?><Training>\($0)</Training>".utf8))
        }
        let (input, reading) = try read(
            archive(tracks + [("Takeout/Fit/Daily activity metrics/2026-03-25.csv", Self.table(345))])
        )
        #expect(input.kinds == [.takeoutFit])
        #expect(reading.sums("StepCount") == ["2026-03-25": 345])
        let passedOver = leftOut(reading)
        #expect(passedOver.count == 70 && passedOver.values.allSatisfy { $0 == .unknownFile })
    }

    @Test("weights of a day's own table have its times, and the table of all days adds those of other days only")
    func weightsOfDays() throws {
        let own = """
            Startzeit,Endzeit,Durchschnittsgewicht (kg),Schrittzahl
            08:00:00.000+01:00,08:15:00.000+01:00,72.4,1010
            08:15:00.000+01:00,08:30:00.000+01:00,,200

            """
        let all = """
            Datum,Kalorien (kcal),Durchschnittsgewicht (kg),Schrittzahl
            2026-03-24,1800.5,72.9,900
            2026-03-25,1800.5,72.4,1210

            """
        let (alone, both) = (("Takeout/Fit/2026-03-25.csv", Array(own.utf8)), ("Takeout/Fit/all.csv", Array(all.utf8)))
        let (_, day) = try read(archive([alone]))
        #expect(day.samples("BodyMass").map(\.sample.value) == [DecimalNumber("72.4")])
        #expect(day.samples("BodyMass").map(\.sample.start) == [1_774_422_000])
        let (_, whole) = try read(archive([alone, both]))
        #expect(Set(whole.samples("BodyMass").map(\.sample.start)) == [1_774_422_000, 1_774_350_000])
        #expect(whole.reports[0].leftOut.count(of: .repeated) == 1)
    }

    @Test func filesOfSeveralKindsAreAllRead() throws {
        let (input, reading) = try read(
            archive([
                ("Takeout/Fit/Daily activity metrics/2026-03-20.csv", Self.table(3_500)),
                ("Takeout/Fitbit/Global Export Data/steps-2026-03-25.json", Self.fitbit),
                ("Takeout/archive_browser.html", Array("<html></html>".utf8)), ("Takeout/empty.txt", []),
            ])
        )
        #expect(Set(input.kinds) == [.takeoutFit, .fitbit] && input.isWholeHistory)
        #expect(reading.sums("StepCount") == ["2026-03-20": 3_500, "2026-03-25": 10])
        #expect(leftOut(reading) == ["Takeout/archive_browser.html": .unknownFile])
        // A mixture that includes part of a history is not a whole history.
        let part = archive([("a.fit", FuzzSeeds.monitoring), ("steps-2026-03-25.json", Self.fitbit)])
        #expect(try HealthInput(BytesInMemory(part)).isWholeHistory == false)
    }

    @Test func sourcesOfSeveralKindsHaveTheirPlatforms() throws {
        struct Sources: HealthSink {
            var platforms: [String: String] = [:]
            mutating func type(_ identifier: String) -> Int? { 0 }
            mutating func source(_ source: HealthSource) -> Int {
                platforms[source.name] = source.platform ?? "the input's"
                return 0
            }
            mutating func unit(_ name: String) -> Int { 0 }
            mutating func receive(_ sample: HealthSample) {}
            mutating func receive(_ event: HealthEvent) {}
        }
        var sink = Sources()
        let files = [("2026-03-20.csv", Self.table(1)), ("steps-2026-03-25.json", Self.fitbit)]
        _ = try HealthInput(BytesInMemory(archive(files))).readAll(into: &sink, salt: [])
        #expect(sink.platforms == ["Google Fit": "google_fit", "Fitbit": "fitbit"])
        var alone = Sources()
        _ = try HealthInput(BytesInMemory(Self.fitbit), name: "steps.json").readAll(into: &alone, salt: [])
        #expect(alone.platforms == ["Fitbit": "the input's"])
    }

    @Test func aMissingLastLineEndCostsNothingInAnArchive() throws {
        let (_, reading) = try read(
            archive([("a/2026-03-01.csv", Self.table(101, end: "")), ("a/2026-03-02.csv", Self.table(102))])
        )
        #expect(reading.sums("StepCount") == ["2026-03-01": 101, "2026-03-02": 102])
        #expect(reading.damage.isEmpty && reading.reports[0].cuts.isEmpty)
        // For a single file it is unknown whether its last number is complete.
        let alone = try read(try HealthInput(BytesInMemory(Self.table(101, end: "")), name: "2026-03-01.csv")).reading
        #expect(alone.samples("StepCount").isEmpty && alone.damage.count == 1)
    }

    @Test func aBrokenFileCostsItsOwnTimeOnly() throws {
        var bytes = archive([
            ("a/2026-03-01.csv", Self.table(101)), ("a/2026-03-02.csv", Self.table(102)),
            ("a/2026-03-03.csv", Self.table(103)),
        ])
        // Changes a digit of the second day, which the checksum detects.
        let place = try #require(bytes.firstRange(of: Array("100.5,102".utf8)))
        bytes[place.upperBound - 1] = UInt8(ascii: "9")
        let (_, reading) = try read(bytes)
        let cuts = reading.reports[0].cuts
        #expect(cuts.count == 1)
        let times = try #require(cuts.first?.times)
        // From midnight in Berlin on 2 March to midnight on 3 March.
        #expect(times == 1_772_406_000..<1_772_492_400)
        #expect(reading.damage.contains { $0.element.hasPrefix("a/2026-03-02.csv") })
        #expect(reading.sums("StepCount")["2026-03-03"] == 103)
    }

    @Test func aFileThatCannotBeOpenedIsNamed() throws {
        var bytes = archive([("a/2026-03-01.csv", Self.table(101)), ("a/2026-03-02.csv", Self.table(102))])
        // Sets method 12 for the second entry in the directory, which is at the end.
        let name = Array("a/2026-03-02.csv".utf8)
        let place = try #require(bytes.indices.reversed().first { bytes[$0...].starts(with: name) })
        bytes[place - 46 + 10] = 12
        let (_, reading) = try read(bytes)
        #expect(reading.sums("StepCount") == ["2026-03-01": 101])
        #expect(leftOut(reading) == ["a/2026-03-02.csv": .unreadableFile])
    }

    @Test func archivesInsideAreReadOneLevelDeep() throws {
        let deep = archive([("c.fit", FuzzSeeds.monitoring)])
        let inner = archive([("a.fit", FuzzSeeds.scale), ("deep.zip", deep)])
        let (input, reading) = try read(
            archive([
                ("DI_CONNECT/Uploaded/Part1.zip", inner), ("DI_CONNECT/Wellness/1_sleepData.json", Array("[{}]".utf8)),
            ])
        )
        #expect(input.kinds == [.fit])
        #expect(reading.samples("BodyMass").map(\.sample.value) == [DecimalNumber("70.7")])
        #expect(reading.samples("StepCount").isEmpty && reading.dayTotals("StepCount").isEmpty)
        #expect(
            leftOut(reading) == [
                "DI_CONNECT/Wellness/1_sleepData.json": .unknownFile,
                "DI_CONNECT/Uploaded/Part1.zip/deep.zip": .unreadableFile,
            ]
        )
    }

    @Test func aFolderIsReadAsItsArchive() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url.appending(path: "Takeout/Fit/Daily activity metrics")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.table(345)).write(to: folder.appending(path: "2026-03-25.csv"))
        try Data(Array("a note".utf8)).write(to: temporary.url.appending(path: "note.txt"))
        let (input, reading) = try read(try HealthInput(path: temporary.url.path))
        #expect(input.kind == .takeoutFit && input.isWholeHistory)
        #expect(reading.sums("StepCount") == ["2026-03-25": 345])
        #expect(leftOut(reading) == ["note.txt": .unknownFile])
        let file = folder.appending(path: "2026-03-25.csv").path
        #expect(try read(try HealthInput(path: file)).reading.sums("StepCount") == ["2026-03-25": 345])
        let empty = temporary.url.appending(path: "empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        let error = #expect(throws: HealthInputsError.self) { try HealthInput(path: empty.path) }
        #expect(error?.code == .unknownInput)
    }

    @Test("files whose names differ in dates only are one line")
    func series() {
        var leftOut = HealthLeftOut()
        for day in 10...12 { leftOut.note("file", reason: .unknownFile, file: "x/Minute SpO2 - 2026-03-\(day).csv") }
        leftOut.note("file", reason: .unknownFile, file: "x/sleep_score.csv")
        leftOut.note("file", reason: .unknownFile, file: "x/Stress 2026-03-01.csv")
        leftOut.note("spo2", reason: .impossible, file: "y/heart_rate-2026-03-10.csv", count: 2)
        leftOut.note("spo2", reason: .impossible, file: "y/heart_rate-2026-03-11.csv")
        leftOut.note("file", reason: .unknownFile, file: "z/a/f81d4fae-7dec-11d0-a765-00a0c91e6bf6.bin.json")
        leftOut.note("file", reason: .unknownFile, file: "z/b/01234567-7dec-11d0-a765-00a0c91e6bf6.bin.json")
        #expect(
            leftOut.series.map { "\($0.count) \($0.file)" } == [
                "3 x/Minute SpO2 - *.csv", "1 x/Stress 2026-03-01.csv", "1 x/sleep_score.csv",
                "3 y/heart_rate-*.csv", "2 z/*/*.bin.json",
            ]
        )
        #expect(leftOut.entries.count == 9)
    }

    @Test("an Excel workbook is a zip archive, and is named as what it is")
    func workbook() {
        let parts = ["[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"]
        let file = archive(parts.map { ($0, Array("<?xml version=\"1.0\"?><x/>".utf8)) })
        let error = #expect(throws: HealthInputsError.self) { try HealthInput(BytesInMemory(file)) }
        #expect(error?.message.contains("Excel") == true)
    }
}
