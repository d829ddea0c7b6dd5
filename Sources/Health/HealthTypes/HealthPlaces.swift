internal import VitalRecords

/// Which health types the APIs take, by the tables of metrics and of health types.
public enum HealthPlaces {
    /// Whether an API takes a type; an unknown API is assumed to.
    ///
    /// - Parameter api: `inform` or `legacy`.
    public static func takes(_ identifier: String, api: String) -> Bool {
        let rows = HealthMappingTable.rows(of: identifier, in: Set(HealthSet.subscribable))
        return rows.contains { $0.hasPlace(in: api) }
    }

    /// Whether an API takes any type of a set.
    public static func takes(_ set: HealthSet, api: String) -> Bool {
        HealthMappingTable.rows.contains { $0.set == set && $0.hasPlace(in: api) }
    }

    /// The types that an API does not take at all, so that no record is made for it.
    public static func withoutPlace(_ identifiers: [String], api: String) -> [String] {
        identifiers.filter { identifier in
            let sets = HealthSet.subscribable.filter { HealthMappingTable.identifiers(of: $0).contains(identifier) }
            return !sets.contains { takes($0, api: api) }
        }
    }

    /// The warnings for a person who requests types that the session's API does not take.
    public static func warnings(_ identifiers: [String], intraday: Bool, api: String) -> [String] {
        let lost = withoutPlace(identifiers, api: api)
        let cycle = Set(HealthMappingTable.identifiers(of: .reproductiveHealth))
        var warnings: [String] = []
        if lost.contains(where: cycle.contains) {
            warnings.append("reproductive health is sent to the legacy API only")
        }
        let others = lost.filter { !cycle.contains($0) }
        if !others.isEmpty {
            warnings.append(
                "the \(api) API does not accept \(others.joined(separator: ", ")): not sent"
            )
        }
        let beside = identifiers.filter { !lost.contains($0) && !takes($0, api: api) }
        if !beside.isEmpty {
            warnings.append(
                "the \(api) API has no field for \(beside.joined(separator: ", ")): sent only together with others of the same day"
            )
        }
        if intraday { warnings += self.intraday(api) }
        return warnings
    }

    private static func intraday(_ api: String) -> [String] {
        switch api {
        case "legacy": ["the legacy API does not accept intraday: it is not sent"]
        case "inform": ["intraday is sent only if the uploaders have destination.inform.paths.intraday"]
        default: []
        }
    }
}

extension HealthMapping {
    /// Whether an API has a metric or field for the row.
    fileprivate func hasPlace(in api: String) -> Bool {
        guard let metric = metric.flatMap(MetricTable.metric) else { return false }
        switch api {
        case "inform": return metric.inform != nil
        // The legacy fields of the cycle are configured, and each type has one.
        case "legacy": return set == .reproductiveHealth || record.flatMap { metric.legacyField(in: $0) } != nil
        default: return true
        }
    }
}
