extension GlucoseContext {
    /// The frame's fields by the names that `vitalbus decode` shows.
    var fields: [DecodedField] {
        let unit = flags.contains(.medicationInLitres) ? "L" : "kg"
        let isOverrun = exerciseSeconds == Self.exerciseOverrun
        let fields: [DecodedField?] = [
            DecodedField("sequence", .integer(sequence)),
            extendedFlags.map { DecodedField("extended_flags", .integer($0)) },
            carbohydrateID.map { DecodedField("carb_id", .integer($0)) },
            carbohydrate.map { DecodedField("carb_kg", .float($0)) },
            meal.map { DecodedField("meal", .integer($0)) },
            tester.map { DecodedField("tester", .integer($0)) },
            health.map { DecodedField("health", .integer($0)) },
            exerciseSeconds.map { DecodedField("exercise_s", .integer($0)) },
            isOverrun ? DecodedField("exercise_overrun", .bool(true)) : nil,
            exercisePercent.map { DecodedField("exercise_pct", .integer($0)) },
            medicationID.map { DecodedField("medication_id", .integer($0)) },
            medication.map { DecodedField("medication", .float($0)) },
            medication.map { _ in DecodedField("medication_unit", .text(unit)) },
            hba1c.map { DecodedField("hba1c_pct", .float($0)) },
        ]
        return fields.compactMap { $0 }
    }
}
