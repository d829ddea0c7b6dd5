internal import FoundationEssentials
internal import VitalRecords

/// The form for all vitals of a round, and the readings that it makes; pure.
struct RoundForm {
    /// One group of fields.
    struct Group: Sendable {
        let name: String
        let metrics: [MetricName]
    }

    /// The fields in the order in which a round measures.
    static let groups = [
        Group(name: "blood_pressure", metrics: [.systolic, .diastolic]), Group(name: "pulse", metrics: [.pulse]),
        Group(name: "spo2", metrics: [.spo2]), Group(name: "body_temperature", metrics: [.bodyTemperature]),
        Group(name: "respiratory_rate", metrics: [.respiratoryRate]),
        Group(name: "blood_glucose", metrics: [.bloodGlucose]), Group(name: "body_weight", metrics: [.bodyWeight]),
    ]

    /// The record types of a round, each with its metrics: a round makes at most one reading of each.
    static let types: [(type: RecordType, metrics: Set<MetricName>)] = [
        (.biometrics, [.systolic, .diastolic, .pulse, .spo2, .bodyTemperature, .respiratoryRate]),
        (.diabetes, [.bloodGlucose]), (.weight, [.bodyWeight]),
    ]

    /// Who may have measured, as a record names it.
    static let testers = ["health_care_professional", "self", "other"]

    let language: PageTexts.Language

    /// The template's values of all fields.
    ///
    /// - Parameter units: The person's units. A metric with a known unit has no choice; an unknown unit must be chosen.
    func model(units: ShownUnits) -> [[String: Any]] {
        Self.groups.map { group in
            let fields = group.metrics.compactMap(MetricTable.metric(named:)).map { field($0, units: units) }
            return [
                "name": language.word(group.name, of: "metric"), "group": language.word(group.name, of: "metric"),
                "fields": fields, "isPair": fields.count > 1,
                "hasMeal": group.metrics == [.bloodGlucose],
            ]
        }
    }

    /// The choices of who measured.
    var testers: [[String: Any]] {
        Self.testers.map { ["tester": $0, "words": language.word($0, of: "tester")] }
    }

    private func field(_ metric: Metric, units: ShownUnits) -> [String: Any] {
        // A unit without a symbol cannot be typed.
        let choices = UnitFamily.of(metric.name)?.units ?? metric.units.filter { !$0.sign.isEmpty }
        let own = units.known(metric) ?? (metric.needsUnit && choices.count > 1 ? nil : choices.first)
        var model: [String: Any] = [
            "metric": metric.name.rawValue, "name": language.word(metric.name.rawValue, of: "metric"),
            "isFixed": own != nil,
            "units": choices.map { ["ucum": $0.ucum, "sign": $0.sign] as [String: Any] },
        ]
        if let own {
            model["unit"] = own.sign
            model["ucum"] = own.ucum
        }
        return model
    }

    /// The readings of typed values, one for each record type that has any.
    ///
    /// - Parameters:
    ///   - keys: The reading keys by record type, made by the browser, so that a form sent twice stores one reading.
    ///   - make: Creates the reading of a type.
    /// - Throws: ``PageError`` `malformed` without a value, or with a value of another form.
    static func readings(
        _ values: [Measurement],
        keys: [String: ReadingKey],
        make: (RecordType, ReadingKey, [Measurement]) throws -> Reading
    ) throws -> [Reading] {
        let known = types.reduce(into: Set<MetricName>()) { $0.formUnion($1.metrics) }
        guard values.allSatisfy({ known.contains($0.metric) }) else { throw PageError(.malformed, text: "error.form") }
        guard !values.isEmpty else { throw PageError(.malformed, text: "error.noValue") }
        return try types.compactMap { kind in
            let own = values.filter { kind.metrics.contains($0.metric) }
            guard !own.isEmpty else { return nil }
            guard let key = keys[kind.type.rawValue] else { throw PageError(.malformed, text: "error.form") }
            return try make(kind.type, key, own)
        }
    }
}
