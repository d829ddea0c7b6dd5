internal import VitalRecords

/// The heart rate of a workout, from its summary or else from its points.
struct AutoHeart {
    private var average: AutoQuantity?
    private var minimum: AutoQuantity?
    private var maximum: AutoQuantity?
    private var sum: DecimalNumber? = 0
    private var count: Int64 = 0
    private var lowest: DecimalNumber?
    private var highest: DecimalNumber?
    private(set) var source: String?

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

    /// The statistic; nil without a value.
    var statistic: HealthStatistic? {
        let mean = count > 0 ? sum?.multiplied(by: 1, over: count, fractionDigits: 2) : nil
        let average = self.average?.value ?? mean
        let minimum = self.minimum?.value ?? lowest
        let maximum = self.maximum?.value ?? highest
        guard average != nil || minimum != nil || maximum != nil else { return nil }
        return HealthStatistic(
            type: "HKQuantityTypeIdentifierHeartRate",
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
        var name: String?
        try reader.members { reader, field in
            switch field {
            case "qty", "Avg", "avg": values["avg"] = try reader.decimal()
            case "Min", "min": values["min"] = try reader.decimal()
            case "Max", "max": values["max"] = try reader.decimal()
            case "source": name = try reader.text()
            default: try reader.skip()
            }
        }
        source = source ?? name
        guard let average = values["avg"] else { return }
        count += 1
        sum = sum?.adding(average)
        let low = values["min"] ?? average
        let high = values["max"] ?? average
        lowest = min(lowest ?? low, low)
        highest = max(highest ?? high, high)
    }
}
