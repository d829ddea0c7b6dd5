internal import FoundationEssentials

extension Reading {
    /// The longest JSON of a reading's details in bytes, so that every message with the record stays below 64 KiB.
    public static let maximumDetailsSize = 40_000
    /// The most series or segments in a reading's details, and the most foods in a segment.
    public static let maximumDetailsEntries = 32
    /// The most points in all series of a reading together.
    public static let maximumPoints = 800

    func validateDetails(now: Date) throws(VitalRecordsError) {
        guard let details else { return }
        if let end = details.end {
            try Self.check(end, field: "details.end", now: now)
            guard end >= timestamp else {
                throw Self.invalid("details.end", message: "use a time at or after `timestamp`")
            }
        }
        if let granularity = details.granularity, granularity.interval < 1 {
            throw Self.invalid("details.granularity.interval", message: "count from 1")
        }
        try validateSeries(details.series, now: now)
        try validateSegments(details.segments)
        for (field, text) in details.texts { try Self.check(text, field: "details.\(field)") }
        try validateSize(details)
    }

    private func validateSeries(_ series: [MeasurementSeries], now: Date) throws(VitalRecordsError) {
        try Self.check(count: series.count, field: "details.series", limit: Self.maximumDetailsEntries)
        let points = series.reduce(0) { $0 + $1.points.count }
        try Self.check(count: points, field: "details.series.points", limit: Self.maximumPoints)
        for series in series {
            for point in series.points { try Self.check(point.time, field: "details.series.points.time", now: now) }
            try Self.check(series.points.map(\.value), field: "details.series.points.value")
        }
    }

    private func validateSegments(_ segments: [RecordSegment]) throws(VitalRecordsError) {
        try Self.check(count: segments.count, field: "details.segments", limit: Self.maximumDetailsEntries)
        for segment in segments {
            try Self.check(
                count: segment.foods.count,
                field: "details.segments.foods",
                limit: Self.maximumDetailsEntries
            )
            let measurements = segment.allMeasurements
            try Self.check(
                count: measurements.count,
                field: "details.segments.measurements",
                limit: Self.maximumMeasurements
            )
            let amounts = segment.foods.compactMap(\.servingAmount)
            try Self.check(measurements.map(\.value) + amounts, field: "details.segments.measurements.value")
        }
    }

    private func validateSize(_ details: RecordDetails) throws(VitalRecordsError) {
        // Absent is nil: every value was validated, so encoding succeeds.
        let size = (try? JSONEncoder().encode(details).count) ?? .max
        guard size <= Self.maximumDetailsSize else {
            throw VitalRecordsError(
                code: .limitExceeded,
                field: "details",
                message:
                    "use at most \(Self.maximumDetailsSize) bytes of JSON; split a long time into several readings"
            )
        }
    }
}

extension RecordDetails {
    /// All free texts, with their fields.
    fileprivate var texts: [(field: String, text: String)] {
        var all = [
            ("name", name), ("category", category), ("intensity", intensity), ("granularity", granularity?.unit),
        ]
        .compactMap { field, text in text.map { (field, $0) } }
        for series in series {
            all += [
                ("series.metric", series.metric.rawValue), ("series.unit", series.unit),
                ("series.origin", series.origin.rawValue),
            ]
        }
        for segment in segments {
            all.append(("segments.name", segment.name))
            for food in segment.foods {
                all += [food.name, food.brand, food.servingUnit].compactMap { $0 }.map { ("segments.foods", $0) }
            }
            for measurement in segment.allMeasurements {
                all += [measurement.metric.rawValue, measurement.unit, measurement.origin.rawValue]
                    .map { ("segments.measurements", $0) }
            }
        }
        return all
    }
}
