internal import ActorRuntime
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The places of values for which the legacy API's public pages have no field: the cycle.
///
/// The mobile SDK's guide sends these six types to this API only, under names that are not public. So they use
/// `extras`, the API's object for values without a field, under the metrics' own names, and each name can be configured.
package struct LegacyPlaces: Sendable {
    /// The place of one metric.
    struct Place: Sendable, Hashable {
        let name: String
        /// Whether it is in `extras`; otherwise it is a field of the record.
        let isExtra: Bool
    }

    /// The metrics that have a place here, all of biometrics.
    static let metrics: [MetricName] = [
        .sexualActivity, .cervicalMucusQuality, .intermenstrualBleeding, .menstrualFlow, .ovulationTestResult,
        .basalBodyTemperature,
    ]

    private var places = Dictionary(
        uniqueKeysWithValues: metrics.map { ($0, Place(name: $0.rawValue, isExtra: true)) }
    )

    /// The default places.
    package init() {}

    /// Parses `metric=field` and `metric=extras.name`; metrics that are not named keep their default place.
    ///
    /// - Throws: ``UploaderError`` `configuration` that names the entry.
    init(_ entries: [String]) throws {
        for entry in entries {
            let parts = entry.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            let metric = MetricName(rawValue: parts.first ?? "")
            let isExtra = parts.last?.hasPrefix("extras.") == true
            let name = String(parts.last?.dropFirst(isExtra ? 7 : 0) ?? "")
            let isName = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            guard parts.count == 2, places[metric] != nil, isName else {
                let all = Self.metrics.map(\.rawValue).joined(separator: ", ")
                throw UploaderError(
                    .configuration,
                    message:
                        "\(LegacyKeys().reproductive.key.name): '\(entry.prefix(80))' is not like menstrual_flow=extras.flow; the metrics are \(all)"
                )
            }
            places[metric] = Place(name: name, isExtra: isExtra)
        }
    }

    /// A record's values that have a place here, and those that have none.
    func split(_ record: VitalRecord) -> (fields: [String: JSONValue], extras: [String: JSONValue], rest: VitalRecord) {
        var (fields, extras, rest) = ([String: JSONValue](), [String: JSONValue](), record)
        guard record.type == .biometrics else { return (fields, extras, rest) }
        rest.measurements = record.measurements.filter { measurement in
            guard let place = places[measurement.metric], let value = Self.value(measurement) else { return true }
            if place.isExtra { extras[place.name] = value } else { fields[place.name] = value }
            return false
        }
        return (fields, extras, rest)
    }

    /// A code's name, else the number in the metric's first unit; nil if it cannot be converted.
    private static func value(_ measurement: VitalRecords.Measurement) -> JSONValue? {
        guard let metric = MetricTable.metric(named: measurement.metric) else { return nil }
        if let word = metric.word(for: measurement.value) { return .string(word) }
        return DeliverableMetric(measurement, metric: metric, to: metric.canonicalUnit.ucum).map { .number($0.value) }
    }
}
