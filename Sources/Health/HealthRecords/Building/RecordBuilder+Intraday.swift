internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension RecordBuilder {
    /// Adds a sample to the short intervals of its day, pro rata.
    mutating func addIntervals(
        _ sample: StoredSample,
        _ row: HealthMapping,
        _ range: Range<Int64>,
        _ taken: Coverage
    ) {
        let length = max(1, options.intradayMinutes) * 60
        guard let value = ExactSum(sample.value), isWithinIntraday(sample.end) else { return }
        var start = max(sample.start, range.lowerBound)
        let end = min(max(sample.end, sample.start + 1), range.upperBound)
        while start < end {
            // All zones differ by quarters of an hour, so these intervals begin on the wall's quarters too.
            let interval = start - (start % length + length) % length
            let pieceEnd = min(end, interval + length)
            let free = taken.uncovered(start, pieceEnd)
            let day = history.day(at: interval)
            if free > 0, options.includes(day), day >= options.firstIntradayDay ?? day, isWhole(row.identifier, day) {
                let part = value.part(free, of: max(1, sample.end - sample.start))
                intradayDays[day, default: [:]][interval, default: ExactSum()].add(part)
            }
            start = pieceEnd
        }
    }

    private mutating func isWithinIntraday(_ time: Int64) -> Bool {
        guard let lastTime else { return true }
        return history.day(at: time).number > history.day(at: lastTime).number - options.intradayDays
    }

    mutating func emitIntraday(endingBefore limit: Int64, _ emit: (HealthRecord) throws -> Void) throws {
        for (day, intervals) in intradayDays.sorted(by: { $0.key < $1.key }) {
            guard let moment = intervals.keys.min() else { continue }
            let extent = history.extent(at: moment)
            guard extent.end < limit else { continue }
            intradayDays[day] = nil
            let points = intervals.sorted { $0.key < $1.key }.map {
                SeriesPoint(
                    time: HealthRecord.date($0.key),
                    value: ($0.value.value.rounded(fractionDigits: 6) ?? 0).withoutTrailingFractionZeros
                )
            }
            let details = RecordDetails(
                category: "intraday",
                granularity: Granularity(interval: Int(options.intradayMinutes), unit: "minute"),
                series: [MeasurementSeries(metric: .steps, unit: "1", points: points)]
            )
            try emit(summary(.intraday, .intraday, day, extent, nil, [], details: details))
        }
    }
}
