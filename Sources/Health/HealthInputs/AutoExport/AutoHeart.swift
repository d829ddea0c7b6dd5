internal import HealthTypes
internal import VitalRecords

/// The heart rate of a workout, from its summary or else from its points.
struct AutoHeart {
    private var average: AutoQuantity?
    private var minimum: AutoQuantity?
    private var maximum: AutoQuantity?
    private var points: [Point] = []
    private(set) var source: String?
    /// How many points were beyond those that are kept; no statistic comes of a part of them.
    private(set) var dropped = 0

    /// The most points of a workout; one of a day has about 20,000.
    private static let mostPoints = 100_000

    private struct Point {
        /// Seconds since 1970 (UTC); nil if its date cannot be read.
        let time: Int64?
        let average: DecimalNumber
        let lowest: DecimalNumber
        let highest: DecimalNumber
    }

    /// Reads a field of the workout if it belongs to the heart rate.
    mutating func take(_ field: String, from reader: inout JSONReader) throws {
        switch field {
        case "avgHeartRate": average = try AutoQuantity(&reader)
        case "minHeartRate": minimum = try AutoQuantity(&reader)
        case "maxHeartRate": maximum = try AutoQuantity(&reader)
        case "heartRate": try summary(&reader)
        case "heartRateData": try points(&reader)
        default: try reader.skip()
        }
    }

    /// Whether all points follow the workout.
    ///
    /// The app sometimes writes the recovery after a workout in place of its heart rates, and then its summary is that
    /// of the recovery too (Lybron/health-auto-export issue 60).
    func isRecovery(after end: Int64) -> Bool {
        !points.isEmpty && points.allSatisfy { $0.time.map { $0 >= end } ?? false }
    }

    /// The statistic of the workout; nil without a value.
    ///
    /// - Parameter end: The end of the workout in seconds since 1970; points from there on are its recovery.
    func statistic(until end: Int64) -> HealthStatistic? {
        guard !isRecovery(after: end) else { return nil }
        let points = dropped > 0 ? [] : points.filter { $0.time.map { $0 < end } ?? true }
        var sum: DecimalNumber? = 0
        for point in points { sum = sum?.adding(point.average) }
        let mean = points.isEmpty ? nil : sum?.multiplied(by: 1, over: Int64(points.count), fractionDigits: 2)
        let average = self.average?.value ?? mean
        let minimum = self.minimum?.value ?? points.map(\.lowest).min()
        let maximum = self.maximum?.value ?? points.map(\.highest).max()
        guard average != nil || minimum != nil || maximum != nil else { return nil }
        return HealthStatistic(
            type: HealthIdentifier.heartRate,
            unit: "count/min",
            average: average?.withoutTrailingFractionZeros,
            minimum: minimum,
            maximum: maximum
        )
    }

    private mutating func summary(_ reader: inout JSONReader) throws {
        var found = self
        try reader.members { reader, name in
            switch name {
            case "avg": found.average = try AutoQuantity(&reader)
            case "min": found.minimum = try AutoQuantity(&reader)
            case "max": found.maximum = try AutoQuantity(&reader)
            default: try reader.skip()
            }
        }
        self = found
    }

    private mutating func points(_ reader: inout JSONReader) throws {
        var found = self
        try reader.elements { try found.point(&$0) }
        self = found
    }

    private mutating func point(_ reader: inout JSONReader) throws {
        var values: [String: DecimalNumber] = [:]
        var (name, moment): (String?, CivilMoment?)
        try reader.members { reader, field in
            switch field {
            case "qty", "Avg", "avg": values["avg"] = try reader.decimal()
            case "Min", "min": values["min"] = try reader.decimal()
            case "Max", "max": values["max"] = try reader.decimal()
            case "date", "start", "startDate": moment = try reader.moment()
            case "source": name = try reader.text()
            default: try reader.skip()
            }
        }
        source = source ?? name
        guard let average = values["avg"] else { return }
        guard points.count < Self.mostPoints else {
            dropped += 1
            return
        }
        points.append(
            Point(
                time: moment?.time,
                average: average,
                lowest: values["min"] ?? average,
                highest: values["max"] ?? average
            )
        )
    }
}
