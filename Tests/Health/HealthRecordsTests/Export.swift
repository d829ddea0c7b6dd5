import Archive
import FoundationEssentials
import HealthInputs
import HealthRecords
import HealthTypes
import Testing
import VitalRecords

/// Small exports and their import.
enum Export {
    static let steps = "HKQuantityTypeIdentifierStepCount"
    static let export = "<ExportDate value=\"2026-03-20 21:00:00 +0000\"/>"

    static func options(
        _ sets: Set<HealthSet> = Set(HealthSet.subscribable),
        zone: String? = "UTC"
    ) throws -> HealthImportOptions {
        var options = HealthImportOptions(
            sets: sets,
            scope: "folder-1",
            hub: try #require(HubID(rawValue: "hub-1")),
            receivedAt: Date(timeIntervalSince1970: 1_774_000_000)
        )
        options.homeZone = zone
        return options
    }

    /// One record; times are in UTC, such as `2026-03-01 08:00:00`.
    static func record(
        _ type: String,
        _ value: String,
        _ unit: String = "count",
        from start: String,
        to end: String? = nil,
        by source: String = "iPhone",
        metadata: [String: String] = [:]
    ) -> String {
        let head = "<Record type=\"\(type)\" sourceName=\"\(source)\"\(unit.isEmpty ? "" : " unit=\"\(unit)\"") "
        let times = "startDate=\"\(start) +0000\" endDate=\"\(end ?? start) +0000\" value=\"\(value)\""
        guard !metadata.isEmpty else { return head + times + "/>\n" }
        let entries = metadata.map { "<MetadataEntry key=\"\($0.key)\" value=\"\($0.value)\"/>" }.joined()
        return "\(head)\(times)>\(entries)</Record>\n"
    }

    /// Steps.
    static func record(_ value: String, from start: String, to end: String? = nil, by source: String = "iPhone")
        -> String
    {
        record(steps, value, from: start, to: end, by: source)
    }

    static func sleep(_ stage: String, from start: String, to end: String, by source: String = "Watch") -> String {
        record(
            "HKCategoryTypeIdentifierSleepAnalysis",
            "HKCategoryValueSleepAnalysis" + stage,
            "",
            from: start,
            to: end,
            by: source
        )
    }

    static func run(
        _ body: String,
        _ options: HealthImportOptions,
        isWhole: Bool = true
    ) throws -> (records: [HealthRecord], report: HealthImportReport) {
        let text = "<HealthData>\(export)\(body)" + (isWhole ? "</HealthData>" : "")
        return try run(BytesInMemory(Array(text.utf8)), options)
    }

    static func run(
        _ bytes: any RandomAccess,
        _ options: HealthImportOptions
    ) throws -> (records: [HealthRecord], report: HealthImportReport) {
        let input = try HealthInput(bytes)
        var records: [HealthRecord] = []
        let report = try HealthImport(options).run { collector in
            try input.read(into: &collector, salt: [1])
        } emit: {
            records.append($0)
        }
        return (records, report)
    }

    static func tally(_ records: [HealthRecord]) -> HealthTally {
        var tally = HealthTally()
        for record in records { tally.add(record) }
        return tally
    }
}

extension HealthRecord {
    func value(_ metric: MetricName) -> DecimalNumber? { measurements.first { $0.metric == metric }?.value }
}
