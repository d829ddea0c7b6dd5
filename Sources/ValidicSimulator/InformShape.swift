/// The checks of a record that is written to the Inform API.
enum InformShape {
    /// The offsets that time zones have, in seconds.
    private static let offsets = -12 * 3600...14 * 3600

    /// What is wrong, by the name of the field.
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
        return problems
    }

    private static func metricsProblem(_ record: JSONValue, type: String) -> String? {
        guard let metrics = record["metrics"]?.array else { return "must be a list" }
        // Food stands in segments, so that its record may have no metrics of its own.
        if metrics.isEmpty, type != "nutrition" { return "can't be empty" }
        let isWhole = metrics.allSatisfy {
            $0["type"]?.string != nil && $0["unit"]?.string != nil && $0["value"]?.isNumber == true
        }
        return isWhole ? nil : "must have type, unit and a numeric value each"
    }
}
