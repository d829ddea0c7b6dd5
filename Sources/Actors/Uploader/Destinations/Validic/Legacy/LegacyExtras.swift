internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The legacy record's `extras`, the API's object for values without a field; VitalBus defines its content.
struct LegacyExtras {
    /// The object; nil if it would be empty.
    let json: JSONValue?
    /// Values that a JSON number cannot hold.
    let leftOut: Int

    /// - Parameters:
    ///   - others: The measurements that fill no field.
    ///   - placed: Values with a name of their own here.
    init(
        _ record: VitalRecord,
        others: [VitalRecords.Measurement],
        beside placed: [String: JSONValue] = [:]
    ) {
        let measured = others.compactMap { measurement in
            measurement.value.decimal.map { value in
                JSONValue.object([
                    "type": .string(measurement.metric.rawValue), "unit": .string(measurement.unit),
                    "value": .number(value),
                ])
            }
        }
        leftOut = others.count - measured.count
        var members = placed
        if !measured.isEmpty { members["measurements"] = .array(measured) }
        // The serial number stays at the site: it identifies a person's device.
        members["manufacturer"] = record.source.manufacturer.map(JSONValue.string)
        members["model"] = record.source.model.map(JSONValue.string)
        // As the mobile SDK sends it: the API asks for the app that wrote the value, in the person's own account.
        members["original_source"] = record.source.originalSource.map(JSONValue.string)
        members["end_time"] = record.details?.end.map { .string($0.iso8601Milliseconds) }
        members["input"] = .string(record.source.kind.rawValue)
        json = .object(members)
    }
}
