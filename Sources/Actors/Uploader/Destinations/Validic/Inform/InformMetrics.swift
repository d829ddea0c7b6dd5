internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Values in the Inform API's form; nil for those that it cannot store.
enum InformMetrics {
    static func metric(_ measurement: VitalRecords.Measurement) -> JSONValue? {
        guard let (inform, unit, value) = converted(measurement) else { return nil }
        return .object([
            "type": .string(inform.name), "origin": .string(measurement.origin.rawValue), "unit": .string(unit),
            "value": .number(value),
        ])
    }

    static func series(_ series: MeasurementSeries) -> JSONValue? {
        var points: [JSONValue] = []
        var head: (name: String, unit: String)?
        for point in series.points {
            let measurement = VitalRecords.Measurement(
                metric: series.metric,
                value: point.value,
                unit: series.unit,
                origin: series.origin
            )
            guard let (inform, unit, value) = converted(measurement) else { return nil }
            head = (inform.name, unit)
            points.append(.object(["time": .string(point.time.iso8601Milliseconds), "value": .number(value)]))
        }
        guard let head else { return nil }
        return .object([
            "type": .string(head.name), "origin": .string(series.origin.rawValue), "unit": .string(head.unit),
            "data_points": .array(points),
        ])
    }

    static func segments(_ segments: [RecordSegment]) -> (json: [JSONValue], leftOut: Int) {
        var leftOut = 0
        func metrics(_ measurements: [VitalRecords.Measurement]) -> JSONValue {
            let given = measurements.compactMap(metric)
            leftOut += measurements.count - given.count
            return .array(given)
        }
        let json = segments.map { segment in
            var members: [String: JSONValue] = [
                "name": .string(segment.name), "metrics": metrics(segment.measurements),
            ]
            if !segment.foods.isEmpty {
                members["food"] = .array(segment.foods.map { food($0, metrics: metrics($0.measurements)) })
            }
            return JSONValue.object(members)
        }
        return (json, leftOut)
    }

    private static func food(_ food: FoodItem, metrics: JSONValue) -> JSONValue {
        var members: [String: JSONValue] = ["name": .string(food.name), "metrics": metrics]
        members["brand"] = food.brand.map(JSONValue.string)
        var serving: [String: JSONValue] = [:]
        serving["amount"] = food.servingAmount?.decimal.map(JSONValue.number)
        serving["unit_name"] = food.servingUnit.map(JSONValue.string)
        if !serving.isEmpty { members["serving"] = .object(serving) }
        return .object(members)
    }

    private static func converted(_ measurement: VitalRecords.Measurement) -> (InformMetric, unit: String, Decimal)? {
        guard let metric = MetricTable.metric(named: measurement.metric), let inform = metric.inform,
            let unit = inform.unit(for: measurement.unit),
            let deliverable = DeliverableMetric(measurement, metric: metric, to: unit.ucum, isWhole: inform.isWhole)
        else { return nil }
        return (inform, unit.name, deliverable.value)
    }
}
