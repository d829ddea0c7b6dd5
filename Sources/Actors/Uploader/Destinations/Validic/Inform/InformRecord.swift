internal import FoundationEssentials
internal import HealthTypes
internal import MessageBus
internal import VitalRecords

/// A record in Inform Connect's form.
struct InformRecord {
    let json: JSONValue
    /// Measurements and series without an Inform name, or whose value cannot be given in its unit.
    let leftOut: Int

    /// - Throws: ``UploaderError`` `nothingToUpload` if no value is left and no device reported "out of bounds".
    init(_ record: VitalRecord, type: String) throws {
        let details = record.details ?? RecordDetails()
        let isIntraday = record.type == .intraday
        let metrics =
            isIntraday ? details.series.map(InformMetrics.series) : record.measurements.map(InformMetrics.metric)
        let segments = InformMetrics.segments(isIntraday ? [] : details.segments)
        let tags = isIntraday ? [] : Self.tags(record)
        let given = metrics.compactMap { $0 }
        guard !given.isEmpty || !segments.json.isEmpty || !tags.isEmpty else {
            throw UploaderError(
                .nothingToUpload,
                message: "the Inform API has no field for any of the record's measurements"
            )
        }
        let unused = isIntraday ? record.measurements.count : details.series.count
        leftOut = metrics.count - given.count + unused + segments.leftOut
        var members = Self.common(record, type: type)
        members["metrics"] = .array(given)
        if !segments.json.isEmpty {
            members["segments"] = .array(segments.json)
        } else if type == "nutrition", !given.isEmpty, let meal = details.name {
            // Only parts have names in the API.
            members["segments"] = .array([.object(["name": .string(meal), "metrics": .array(given)])])
        }
        members.merge(Self.words(record, type: type)) { $1 }
        if !tags.isEmpty { members["tags"] = .array(tags) }
        let notes = isIntraday ? [] : Self.notes(record)
        if !notes.isEmpty { members["user_notes"] = .array(notes) }
        json = .object(members)
    }

    private static func common(_ record: VitalRecord, type: String) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "log_id": .string(record.logID.rawValue), "start_time": .string(record.timestamp.iso8601Milliseconds),
            "end_time": .string((record.details?.end ?? record.timestamp).iso8601Milliseconds),
            "source": source(record.source), "type": .string(type), "version": .string("1.0"),
        ]
        // An unknown offset is left out: a guessed one would move the reading to another local day.
        if let offset = record.utcOffset {
            members["utc_offset"] = .number(Decimal(offset))
            members["offset_origin"] = .string("source")
        }
        return members
    }

    /// The members that only some types have.
    private static func words(_ record: VitalRecord, type: String) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        switch type {
        case "summary": members["category"] = .string(record.details?.category ?? "daily")
        case "workout":
            members["category"] = .string(WorkoutTable.informWord(for: record.details?.category ?? "").rawValue)
            members["name"] = (record.details?.name ?? record.details?.category).map(JSONValue.string)
        case "intraday":
            members["granularity"] = record.details?.granularity.map { granularity in
                .object(["interval": .number(Decimal(granularity.interval)), "unit": .string(granularity.unit)])
            }
        default: break
        }
        return members
    }

    /// The serial number stays at the site: it identifies a person's device.
    private static func source(_ source: RecordSource) -> JSONValue {
        let device: [String: JSONValue] = [
            "id": .null, "model": source.model.map(JSONValue.string) ?? .null,
            "manufacturer": source.manufacturer.map(JSONValue.string) ?? .null,
        ]
        return .object(["type": .string(sourceType(source)), "device": .object(device)])
    }

    /// The public words are `bluetooth`, `apple_health` and `google_fit`; `ocr` and `manual` are ours.
    ///
    /// What a camera's or a typed reading is called by the mobile SDK is not public.
    private static func sourceType(_ source: RecordSource) -> String {
        source.kind == .healthImport ? source.platform ?? "apple_health" : source.kind.rawValue
    }

    /// The one public tag, at most once: the device's statement, else the value's.
    private static func tags(_ record: VitalRecord) -> [JSONValue] {
        let told = record.context?.outOfBounds.first { $0.metric == .bloodGlucose }?.direction
        let seen = record.measurements.lazy.compactMap(\.glucoseOutOfBounds).first
        guard let direction = told ?? seen else { return [] }
        return [.object(["name": .string("out_of_bounds_blood_glucose"), "value": .string(direction.rawValue)])]
    }

    private static func notes(_ record: VitalRecord) -> [JSONValue] {
        guard let meal = MealWord.api(record.context?.meal) else { return [] }
        return [.object(["type": .string("relationship_to_meal"), "value": .string(meal)])]
    }
}
