internal import HealthInputs
internal import VitalRecords

/// The days that a part of a history touches, and how they are read out of what is kept.
package struct KeptDays: Sendable {
    /// How far samples may lie from the date of the day or night that they belong to, in days.
    private static let reach = 3
    /// How many days are read at once.
    private static let chunk = 16

    private let touched: Set<Int>

    /// Makes it of the days (UTC, or local ones) that a file tells of.
    package init(_ touched: Set<Int>) {
        self.touched = touched
    }

    /// Whether a local day may have changed, and all that is kept of it is read.
    ///
    /// A zone's date is at most one day away from that of UTC.
    package func includes(_ day: LocalDay) -> Bool {
        (-1...1).contains { touched.contains(day.number + $0) }
    }

    /// Hands over what is kept of the days.
    ///
    /// - Parameter load: Gives what is kept of some days, those of the bounds included.
    /// - Throws: What the closure throws.
    package func feed(
        into collector: inout HealthCollector,
        load: (ClosedRange<Int>) throws -> [(KeptKey, KeptSeries)]
    ) throws {
        let ranges = ranges
        // Where two sources rank alike the earlier one counts: their order must not depend on which file came first.
        var sources: [String: HealthSource] = [:]
        for range in ranges {
            for (key, series) in try load(range) { sources[key.source] = series.source }
        }
        for (_, source) in sources.sorted(by: { $0.key < $1.key }) { _ = collector.source(source) }
        var types: [String: Int?] = [:]
        for range in ranges {
            // A day more on both sides: an hour or a night may lie on both sides of midnight.
            let kept = try load(range.lowerBound - 1...range.upperBound + 1)
            for (identifier, series) in Dictionary(grouping: kept, by: \.0.type).sorted(by: { $0.key < $1.key }) {
                let known = types[identifier]
                let found = known ?? collector.type(identifier)
                types[identifier] = found
                guard let type = found else { continue }
                KeptRun(identifier, series, in: collector.options).hand(range, as: type, to: &collector)
            }
        }
    }

    /// The days to be read: the touched ones and those near them, in stretches.
    private var ranges: [ClosedRange<Int>] {
        let days = Set(touched.flatMap { $0 - Self.reach...$0 + Self.reach }).sorted()
        var ranges: [ClosedRange<Int>] = []
        for day in days {
            if let last = ranges.last, last.upperBound + 1 == day, last.count < Self.chunk {
                ranges[ranges.count - 1] = last.lowerBound...day
            } else {
                ranges.append(day...day)
            }
        }
        return ranges
    }
}
