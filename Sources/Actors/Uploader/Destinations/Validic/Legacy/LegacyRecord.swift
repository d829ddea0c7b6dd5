internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// A record in the legacy API's form: a field for each measurement, in the field's unit.
///
/// `validated`, `source` and `intermediary_source` occur only in the API's answers: the server writes them.
struct LegacyRecord {
    let json: JSONValue
    /// Values that the sent record leaves out.
    let leftOut: Int

    /// - Throws: ``UploaderError`` `nothingToUpload` if no measurement has its own field.
    init(_ record: VitalRecord, places: LegacyPlaces = LegacyPlaces()) throws {
        let placed = places.split(record)
        let fields = LegacyFields(placed.rest)
        guard !fields.values.isEmpty || !placed.fields.isEmpty || !placed.extras.isEmpty else {
            throw UploaderError(
                .nothingToUpload,
                message: "the legacy API's \(record.type) has no field for any of the record's measurements"
            )
        }
        let extras = LegacyExtras(record, others: fields.others, beside: placed.extras)
        leftOut = extras.leftOut + (record.details?.series.count ?? 0)
        var members = fields.values.mapValues(JSONValue.number)
        members.merge(placed.fields) { $1 }
        members.merge(Self.words(record)) { $1 }
        members["timestamp"] = .string(Self.time(record.timestamp, offset: record.utcOffset))
        members["utc_offset"] = record.utcOffset.map { .string(Self.zone($0)) }
        members[Self.idField(record.type)] = .string(record.logID.rawValue)
        members["extras"] = extras.json
        json = .object(members)
    }

    /// The official client and its fixtures name the id `data_id` for these two, `activity_id` elsewhere.
    static func idField(_ type: RecordType) -> String {
        type == .weight || type == .biometrics ? "data_id" : "activity_id"
    }

    /// The fields that are text or time.
    private static func words(_ record: VitalRecord) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        let details = record.details
        switch record.type {
        case .fitness:
            members["type"] = (details?.name ?? details?.category).map(JSONValue.string)
            members["intensity"] = details?.intensity.flatMap { intensities.contains($0) ? .string($0) : nil }
            members["start_time"] = .string(time(record.timestamp, offset: record.utcOffset))
        case .nutrition:
            // A day of several meals is none of them.
            let segments = details?.segments ?? []
            members["meal"] = (details?.name ?? (segments.count == 1 ? segments[0].name : nil)).map(JSONValue.string)
        case .diabetes:
            members["relationship_to_meal"] = MealWord.api(record.context?.meal).map(JSONValue.string)
        default: break
        }
        return members
    }

    private static let intensities: Set = ["low", "medium", "high"]

    /// Local time with its offset, as `2013-03-10T07:12:16+00:00`.
    private static func time(_ date: Date, offset: Int?) -> String {
        let offset = offset ?? 0
        return String(date.addingTimeInterval(Double(offset)).iso8601Milliseconds.prefix(19)) + zone(offset)
    }

    /// An offset as `+HH:MM`.
    private static func zone(_ offset: Int) -> String {
        let minutes = offset.magnitude / 60
        func two(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }
}
