internal import FoundationEssentials
internal import HealthInputs
internal import HealthRecords
internal import VitalRecords

/// The expected result of importing an export.
struct ImportPreview: Encodable {
    let records: [String: Int]
    let metrics: [String: Int]
    let days: [String: [String: Decimal]]
    let elements: [String: Int]
    let damage: [HealthDamage]
    let leftOut: [HealthLeftOut.Entry]
    let uploadEstimateSeconds: Int
    private let leftOutLines: [String]

    private enum CodingKeys: String, CodingKey {
        case records
        case metrics
        case days
        case elements
        case damage
        case leftOut
        case uploadEstimateSeconds
    }

    /// - Parameter rate: The most requests per hour; 0 for no limit.
    init(_ tally: HealthTally, report: HealthImportReport, rate: Int) {
        records = Self.named(tally.records)
        metrics = Self.named(tally.metrics)
        let sums = tally.days.map { day, sums in
            (day.description, Dictionary(uniqueKeysWithValues: sums.map { ($0.key.rawValue, $0.value.decimal ?? 0) }))
        }
        days = Dictionary(uniqueKeysWithValues: sums)
        elements = report.scan.elements
        damage = report.scan.damage.entries
        leftOut = report.leftOut.entries
        leftOutLines = LeftOutText.lines(report.leftOut)
        uploadEstimateSeconds = rate == 0 ? 0 : (tally.count * 3_600 + rate - 1) / rate
    }

    private static func named<Name: OpenString>(_ counts: [Name: Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
    }

    /// The preview as lines for people.
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
        lines += leftOutLines
        lines.append("upload: \(Self.duration(uploadEstimateSeconds)) at the destination's rate")
        return lines
    }

    static func duration(_ seconds: Int) -> String {
        if seconds < 120 { return "\(seconds) seconds" }
        if seconds < 7_200 { return "\(seconds / 60) minutes" }
        return seconds < 172_800 ? "\(seconds / 3_600) hours" : "\(seconds / 86_400) days"
    }
}

/// A progress bar of an import.
struct ImportProgress {
    private static let width = 30

    private let total: UInt64
    private let write: (@Sendable (String) -> Void)?
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?
    private var isShown = false

    /// - Parameters:
    ///   - total: The number of bytes; 0 if unknown.
    ///   - write: Writes to the terminal verbatim; nil without a terminal.
    init(total: UInt64, show write: (@Sendable (String) -> Void)?) {
        self.total = total
        self.write = write
    }

    /// Shows the progress, about five times a second.
    mutating func show(_ progress: HealthProgress) {
        guard let write else { return }
        let now = ContinuousClock.now
        if let last, now - last < .milliseconds(200) { return }
        last = now
        isShown = true
        write("\r" + line(progress, seconds: (now - start) / .seconds(1)) + "\u{1B}[K")
    }

    /// Removes the bar.
    func finish() {
        if isShown { write?("\r\u{1B}[K") }
    }

    private func line(_ progress: HealthProgress, seconds: Double) -> String {
        let megabytes = progress.bytes / 1_000_000
        let rate = seconds > 0 ? Int(clamping: Double(progress.elements) / seconds) : 0
        guard total > 0, progress.bytes > 0 else { return "\(megabytes) MB, \(rate) records a second" }
        // A second pass starts over.
        let part = min(1, Double(progress.bytes) / Double(total))
        let filled = Int(clamping: part * Double(Self.width))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        let left = Int(seconds / part - seconds)
        let sizes = "\(megabytes) of \(total / 1_000_000) MB"
        return "[\(bar)] \(sizes), \(rate) records a second, \(ImportPreview.duration(left)) left"
    }
}
