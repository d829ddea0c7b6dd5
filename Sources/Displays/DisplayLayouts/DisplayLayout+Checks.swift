internal import VitalRecords

extension DisplayLayout {
    /// The relations that values break; a relation of which a value is missing is not broken.
    public func brokenRelations(_ readings: [String: FieldReading]) -> [FieldRelation] {
        relations.filter { relation in
            guard let greater = readings[relation.greater], let smaller = readings[relation.smaller] else {
                return false
            }
            return !relation.holds(greater.value, smaller.value, unit: greater.unit)
        }
    }

    /// The layout with only one unit in the fields that can have it; the same where none can.
    public func limited(to unit: DisplayUnit) -> DisplayLayout {
        let narrowed = fields.map { $0.limited(to: unit) ?? $0 }
        return DisplayLayout(
            kind: kind,
            fields: narrowed,
            arrangements: arrangements,
            relations: relations,
            heights: heights
        )
    }
}
