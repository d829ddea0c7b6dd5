internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// Builds the intraday records: a local day's sums over short intervals, as one series.
struct IntradayBuilder {
    private var days: [LocalDay: [Int64: ExactSum]] = [:]

    /// Adds a sample's share, pro rata, to each interval that it overlaps and that no source of higher rank covers.
    mutating func add(
        _ sample: StoredSample,
        of row: HealthMapping,
        within range: Range<Int64>,
        taken: Coverage,
        frame: inout RecordFrame
    ) {
        let length = max(1, frame.options.intradayMinutes) * 60
        guard let value = ExactSum(sample.value), Self.isRecent(sample.end, frame: &frame) else { return }
        var start = max(sample.start, range.lowerBound)
        let end = min(max(sample.end, sample.start + 1), range.upperBound)
        while start < end {
            // All zones differ by quarters of an hour, so these intervals begin on the wall's quarters too.
            let interval = start - (start % length + length) % length
            let pieceEnd = min(end, interval + length)
            let free = taken.uncovered(start, end: pieceEnd)
            let day = frame.history.day(at: interval)
            if free > 0, day >= frame.options.firstIntradayDay ?? day, frame.wants(row.identifier, on: day) {
                let part = value.part(free, of: max(1, sample.end - sample.start))
                days[day, default: [:]][interval, default: ExactSum()].add(part)
            }
            start = pieceEnd
        }
    }

    /// Emits the days that end before a time, in order.
    mutating func emit(
        endingBefore limit: Int64,
        frame: inout RecordFrame,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        for (day, intervals) in days.sorted(by: { $0.key < $1.key }) {
            guard let moment = intervals.keys.min() else { continue }
            let extent = frame.history.extent(at: moment)
            guard extent.end < limit else { continue }
            days[day] = nil
            let points = intervals.sorted { $0.key < $1.key }.map {
                SeriesPoint(
                    time: HealthRecord.date($0.key),
                    value: ($0.value.value.rounded(fractionDigits: 6) ?? 0).withoutTrailingFractionZeros
                )
            }
            let details = RecordDetails(
                category: "intraday",
                granularity: Granularity(interval: Int(frame.options.intradayMinutes), unit: "minute"),
                series: [MeasurementSeries(metric: .steps, unit: "1", points: points)]
            )
            try emit(
                frame.summary(
                    .intraday,
                    of: .intraday,
                    on: day,
                    extent: extent,
                    source: nil,
                    measurements: [],
                    details: details
                )
            )
        }
    }

    /// Whether a time is within the last days of the input for which intervals are wanted.
    private static func isRecent(_ time: Int64, frame: inout RecordFrame) -> Bool {
        guard let lastTime = frame.lastTime else { return true }
        return frame.history.day(at: time).number > frame.history.day(at: lastTime).number - frame.options.intradayDays
    }
}
