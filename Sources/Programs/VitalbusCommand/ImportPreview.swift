internal import FoundationEssentials
internal import HealthInputs
internal import HealthRecords
internal import VitalRecords

/// What would become of an export.
struct ImportPreview: Encodable {
    let records: [String: Int]
    let metrics: [String: Int]
    let days: [String: [String: Decimal]]
    let elements: [String: Int]
    let damage: [HealthDamage]
    let uploadEstimateSeconds: Int

    /// - Parameter rate: The most requests an hour; 0 for no limit.
    init(_ tally: HealthTally, _ report: HealthImportReport, rate: Int) {
        records = Self.named(tally.records)
        metrics = Self.named(tally.metrics)
        let sums = tally.days.map { day, sums in
            (day.description, Dictionary(uniqueKeysWithValues: sums.map { ($0.key.rawValue, $0.value.decimal ?? 0) }))
        }
        days = Dictionary(uniqueKeysWithValues: sums)
        elements = report.scan.elements
        damage = report.scan.damage.entries
        uploadEstimateSeconds = rate == 0 ? 0 : (tally.count * 3_600 + rate - 1) / rate
    }

    private static func named<Name: OpenString>(_ counts: [Name: Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
    }

    /// The same for people.
    var lines: [String] {
        var lines = ["records:"]
        lines += records.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
        lines.append("values:")
        lines += metrics.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
        let dates = days.keys.sorted()
        if let first = dates.first, let last = dates.last { lines.append("days: \(dates.count), \(first) to \(last)") }
        lines.append("elements: \(elements.values.reduce(0, +)) of \(elements.count) types")
        lines += damage.prefix(10).map { "damaged at byte \($0.offset): \($0.element): \($0.message)" }
        if damage.count > 10 { lines.append("… and \(damage.count - 10) more places; --json has them") }
        lines.append("upload: \(Self.duration(uploadEstimateSeconds)) at the destination's rate")
        return lines
    }

    static func duration(_ seconds: Int) -> String {
        if seconds < 120 { return "\(seconds) seconds" }
        if seconds < 7_200 { return "\(seconds / 60) minutes" }
        return seconds < 172_800 ? "\(seconds / 3_600) hours" : "\(seconds / 86_400) days"
    }
}
