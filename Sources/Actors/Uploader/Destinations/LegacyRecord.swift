internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// A record as the legacy API takes it: a field for each measurement, in the unit that the field means.
struct LegacyRecord {
    let json: JSONValue
    /// Measurements without a field in the record's resource, or whose value cannot be given in its unit.
    let leftOut: Int

    /// - Throws: ``UploaderError`` `nothingToUpload` where no measurement is left.
    init(_ record: VitalRecord) throws {
        var members: [String: JSONValue] = [:]
        for measurement in record.measurements {
            guard let metric = MetricTable.metric(named: measurement.metric), let legacy = metric.legacy,
                legacy.resource == record.type, members[legacy.field] == nil,
                let deliverable = DeliverableMetric(measurement, metric, to: legacy.ucum)
            else { continue }
            members[legacy.field] = .number(deliverable.value)
        }
        guard !members.isEmpty else {
            throw UploaderError(
                .nothingToUpload,
                "none of the record's measurements has a place in the legacy API's \(record.type)"
            )
        }
        leftOut = record.measurements.count - members.count
        let offset = record.utcOffset ?? 0
        members["timestamp"] = .string(Self.time(record.timestamp, offset: offset))
        if record.utcOffset != nil { members["utc_offset"] = .string(Self.zone(offset)) }
        members[Self.idField(record.type)] = .string(record.logID.rawValue)
        if record.type == .diabetes, let meal = MealWord.api(record.context?.meal) {
            members["relationship_to_meal"] = .string(meal)
        }
        json = .object(members)
    }

    /// The official client and its fixtures name the id `data_id` for these two, `activity_id` elsewhere.
    static func idField(_ type: RecordType) -> String {
        type == .weight || type == .biometrics ? "data_id" : "activity_id"
    }

    /// Local time with its offset, as `2013-03-10T07:12:16+00:00`.
    private static func time(_ date: Date, offset: Int) -> String {
        String(date.addingTimeInterval(Double(offset)).iso8601Milliseconds.prefix(19)) + zone(offset)
    }

    /// An offset as `+HH:MM`.
    private static func zone(_ offset: Int) -> String {
        let minutes = Int(offset.magnitude) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }
}
