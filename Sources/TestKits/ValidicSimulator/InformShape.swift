import SimulatedServer

/// The validation of a record written to the Inform API.
enum InformShape {
    /// The range of time zone offsets in seconds.
    private static let offsets = -12 * 3600...14 * 3600

    /// The problems, by field name.
    static func problems(of record: JSONValue, type: String) -> [String: String] {
        var problems: [String: String] = [:]
        if record["log_id"]?.string?.isEmpty ?? true { problems["log_id"] = "can't be blank" }
        for name in ["start_time", "end_time"] where record[name]?.string.flatMap(Instant.parse) == nil {
            problems[name] = "is not an ISO 8601 time"
        }
        if record["type"]?.string != type { problems["type"] = "must be \(type)" }
        if let offset = record["utc_offset"], offset != .null {
            if !(offset.integer.map(offsets.contains) ?? false) { problems["utc_offset"] = "must be whole seconds" }
        }
        if record["source"]?["type"]?.string == nil { problems["source"] = "must have a type" }
        if let problem = metricsProblem(record, type: type) { problems["metrics"] = problem }
        if let problem = typeProblem(record, type: type) { problems[problem.field] = problem.text }
        return problems
    }

    private static func metricsProblem(_ record: JSONValue, type: String) -> String? {
        guard let metrics = record["metrics"]?.array else { return "must be a list" }
        // Food is in segments, and a meter that reports only "too high" has no value: such records may have no metrics.
        let mayBeEmpty = record["segments"]?.array?.isEmpty == false || record["tags"]?.array?.isEmpty == false
        if metrics.isEmpty, !mayBeEmpty { return "can't be empty" }
        let all = metrics + (record["segments"]?.array ?? []).flatMap(segmentMetrics)
        return all.allSatisfy { isWhole($0, isSeries: type == "intraday") }
            ? nil : "must have type, unit, origin and a numeric value each"
    }

    private static func segmentMetrics(_ segment: JSONValue) -> [JSONValue] {
        (segment["metrics"]?.array ?? [nil]) + (segment["food"]?.array ?? []).flatMap { $0["metrics"]?.array ?? [nil] }
    }

    private static func isWhole(_ metric: JSONValue, isSeries: Bool) -> Bool {
        guard metric["type"]?.string != nil, metric["unit"]?.string != nil, metric["origin"]?.string != nil else {
            return false
        }
        guard isSeries else { return metric["value"]?.isNumber == true }
        guard let points = metric["data_points"]?.array, !points.isEmpty else { return false }
        return points.allSatisfy { $0["value"]?.isNumber == true && $0["time"]?.string.flatMap(Instant.parse) != nil }
    }

    private static func typeProblem(_ record: JSONValue, type: String) -> (field: String, text: String)? {
        switch type {
        case "summary" where record["category"]?.string == nil: ("category", "can't be blank")
        case "workout" where !workoutCategories.contains(record["category"]?.string ?? ""):
            ("category", "must be one of \(workoutCategories.sorted().joined(separator: ", "))")
        case "intraday" where record["granularity"]?["interval"]?.isNumber != true: ("granularity", "can't be blank")
        default: nil
        }
    }

    private static let workoutCategories: Set = [
        "biking", "cardio", "running", "strength", "swimming", "walking", "other",
    ]
}
