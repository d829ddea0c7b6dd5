internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// A record as Inform Connect takes it.
struct InformRecord {
    let json: JSONValue
    /// Measurements without an Inform name, or whose value cannot be given in its unit.
    let leftOut: Int

    /// - Throws: ``UploaderError`` `nothingToUpload` where no measurement is left.
    init(_ record: VitalRecord, type: String) throws {
        let metrics = record.measurements.compactMap(Self.metric)
        guard !metrics.isEmpty else {
            throw UploaderError(.nothingToUpload, "none of the record's measurements has a place in the Inform API")
        }
        leftOut = record.measurements.count - metrics.count
        let time = JSONValue.string(record.timestamp.iso8601Milliseconds)
        var members: [String: JSONValue] = [
            "log_id": .string(record.logID.rawValue), "start_time": time, "end_time": time, "metrics": .array(metrics),
            "source": Self.source(record.source), "type": .string(type), "version": .string("1.0"),
        ]
        // An unknown offset is left out: a guessed one would move the reading to another local day.
        if let offset = record.utcOffset {
            members["utc_offset"] = .number(Decimal(offset))
            members["offset_origin"] = .string("source")
        }
        let (tags, notes) = (Self.tags(record), Self.notes(record))
        if !tags.isEmpty { members["tags"] = .array(tags) }
        if !notes.isEmpty { members["user_notes"] = .array(notes) }
        json = .object(members)
    }

    private static func metric(_ measurement: VitalRecords.Measurement) -> JSONValue? {
        guard let metric = MetricTable.metric(named: measurement.metric), let inform = metric.inform,
            let deliverable = DeliverableMetric(measurement, metric, to: inform.ucum)
        else { return nil }
        return .object([
            "type": .string(inform.name), "origin": .string(measurement.origin.rawValue),
            "unit": .string(inform.unit), "value": .number(deliverable.value),
        ])
    }

    /// The serial number stays here: it names a thing in somebody's room.
    private static func source(_ source: RecordSource) -> JSONValue {
        let device: [String: JSONValue] = [
            "id": .null, "model": source.model.map(JSONValue.string) ?? .null,
            "manufacturer": source.manufacturer.map(JSONValue.string) ?? .null,
        ]
        return .object(["type": .string(source.kind.rawValue), "device": .object(device)])
    }

    /// The one public tag: a glucose meter's LO and HI.
    private static func tags(_ record: VitalRecord) -> [JSONValue] {
        (record.context?.outOfBounds ?? []).filter { $0.metric == .bloodGlucose }.map {
            .object(["name": .string("out_of_bounds_blood_glucose"), "value": .string($0.direction.rawValue)])
        }
    }

    private static func notes(_ record: VitalRecord) -> [JSONValue] {
        guard let meal = MealWord.api(record.context?.meal) else { return [] }
        return [.object(["type": .string("relationship_to_meal"), "value": .string(meal)])]
    }
}
