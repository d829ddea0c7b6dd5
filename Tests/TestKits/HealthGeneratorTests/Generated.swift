import Archive
import FoundationEssentials
import HealthGenerator
import HealthInputs
import HealthRecords
import Testing
import VitalRecords
import health_fuzz

/// Generated exports, and the importer's results.
enum Generated {
    /// Homes with and without daylight saving, with half an hour of it, and behind UTC.
    static let homes = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Auckland"]

    /// Fixed seeds and a random one.
    static let seeds: [UInt64] = Array(1...8) + [UInt64.random(in: 1_000...UInt64(UInt32.max))]

    /// Options that vary with the seed in every respect.
    static func options(_ seed: UInt64, megabytes: Double = 0.2) throws -> ExportOptions {
        // Around the clock changes, and in between.
        let dates = ["2026-04-05", "2025-11-08", "2026-01-15", "2025-07-01"]
        let day = try #require(CivilDay.number(dates[Int(seed / 2 % 4)]))
        var options = ExportOptions(megabytes: megabytes, seed: seed, exportDay: day)
        options.units = seed % 2 == 0 ? .us : .metric
        options.home = homes[Int(seed % 5)]
        options.offsets = seed % 3 == 0 ? .local : .export
        options.version = [14, 14, 13, 11, 14, 3, 12][Int(seed % 7)]
        return options
    }

    static func make(_ options: ExportOptions) throws -> (bytes: [UInt8], truth: ExportTruth) {
        var output = MemoryOutput()
        let truth = try HealthGenerator(options).write(into: &output)
        return (output.bytes, truth)
    }

    /// Everything that the reader delivers, read in blocks of a size.
    static func read(_ bytes: [UInt8], block: Int = .max) throws -> (sink: FuzzSink, report: HealthScanReport) {
        var source = PlainReader(BytesInMemory(bytes), largestBlock: block)
        var sink = FuzzSink()
        let report = try AppleExportReader(salt: [1]).read(&source, into: &sink)
        return (sink, report)
    }

    static func records(
        _ bytes: [UInt8],
        home: String
    ) throws -> (records: [HealthRecord], report: HealthImportReport) {
        var options = HealthImportOptions(
            scope: "generated",
            hub: try #require(HubID(rawValue: "hub-1")),
            receivedAt: Date(timeIntervalSince1970: 1_774_000_000)
        )
        options.homeZone = home
        options.pulseInterval = 0
        let input = try HealthInput(BytesInMemory(bytes))
        var records: [HealthRecord] = []
        let report = try HealthImport(options).run { collector in
            try input.read(into: &collector, salt: [1])
        } emit: {
            records.append($0)
        }
        return (records, report)
    }
}
