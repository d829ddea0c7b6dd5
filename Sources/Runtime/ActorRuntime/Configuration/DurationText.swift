/// Durations as operators write them, with a whole number and a unit.
enum DurationText {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("ms", 1), ("min", 60_000), ("s", 1000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// Parses `250ms`, `30s`, `5min`, `2h` or `7d`; nil for any other text.
    static func parse(_ text: String) -> Duration? {
        for unit in units where text.hasSuffix(unit.name) {
            guard let number = Int64(text.dropLast(unit.name.count)) else { continue }
            let (milliseconds, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
            return overflow ? nil : .milliseconds(milliseconds)
        }
        return nil
    }

    /// Formats a duration with the largest unit that gives a whole number.
    static func format(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard attoseconds == 0 else { return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms" }
        let units = units.filter { $0.milliseconds >= 1_000 }.sorted { $0.milliseconds > $1.milliseconds }
        for unit in units where seconds != 0 && seconds % (unit.milliseconds / 1_000) == 0 {
            return "\(seconds / (unit.milliseconds / 1_000))\(unit.name)"
        }
        return "\(seconds)s"
    }
}
