internal import HealthInputs
internal import VitalRecords

/// The days that a part of a history touches, and how to read them from the kept samples.
package struct KeptDays: Sendable {
    /// How far samples may be from the date of their day or night, in days.
    private static let reach = 3
    /// The number of days that are read at once.
    private static let chunk = 16

    private let touched: Set<Int>

    /// Creates it from the days (UTC or local) of a file.
    package init(_ touched: Set<Int>) {
        self.touched = touched
    }

    /// Whether a local day may have changed and all its kept samples are read.
    ///
    /// A zone's date is at most one day from that of UTC.
    package func includes(_ day: LocalDay) -> Bool {
        (-1...1).contains { touched.contains(day.number + $0) }
    }

    /// Passes the kept samples of the days to a collector.
    ///
    /// - Parameter load: Returns the kept series of a range of days.
    /// - Throws: What the closure throws.
    package func feed(
        into collector: inout HealthCollector,
        load: (ClosedRange<Int>) throws -> [(KeptKey, KeptSeries)]
    ) throws {
        let ranges = ranges
        // Sources of equal rank count in order of introduction, which must not depend on the order of files.
        var sources: [String: HealthSource] = [:]
        for range in ranges {
            for (key, series) in try load(range) { sources[key.source] = series.source }
        }
        for (_, source) in sources.sorted(by: { $0.key < $1.key }) { _ = collector.source(source) }
        var types: [String: Int?] = [:]
        for range in ranges {
            // One more day on both sides, because an hour or night may cross midnight.
            let kept = try load(range.lowerBound - 1...range.upperBound + 1)
            for (identifier, series) in Dictionary(grouping: kept, by: \.0.type).sorted(by: { $0.key < $1.key }) {
                let known = types[identifier]
                let found = known ?? collector.type(identifier)
                types[identifier] = found
                guard let type = found else { continue }
                KeptRun(identifier, kept: series, in: collector.options).hand(range, as: type, to: &collector)
            }
        }
    }

    /// The touched days and their neighbours, as ranges.
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
