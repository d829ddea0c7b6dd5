internal import VitalRecords

extension GlucoseMeasurement {
    /// The frame's fields by the names that `vitalbus decode` shows.
    ///
    /// `usable` only where it is false.
    var fields: [DecodedField] {
        var fields: [DecodedField?] = [
            DecodedField("sequence", .integer(sequence)),
            DecodedField("base_time", .time(baseTime)),
            timeOffset.map { DecodedField("time_offset_min", .integer($0)) },
            userTime.map { DecodedField("user_time", .text($0.description)) },
        ]
        if let concentration {
            fields += [
                DecodedField("concentration", .float(concentration)),
                DecodedField("unit", .text(flags.contains(.molePerLitre) ? "mol/L" : "kg/L")),
                shownValue.map {
                    DecodedField(flags.contains(.molePerLitre) ? "mmol_per_l" : "mg_per_dl", .number($0))
                },
            ]
        }
        fields += [
            sample.map { DecodedField("type", .integer($0.type)) },
            sample.map { DecodedField("location", .integer($0.location)) },
            status.map { DecodedField("status", .integer($0.rawValue)) },
            DecodedField("context_follows", .bool(flags.contains(.contextFollows))),
            isUnusable ? DecodedField("usable", .bool(false)) : nil,
        ]
        return fields.compactMap { $0 }
    }

    /// What the number says in the unit that people read, also where no blood has it.
    private var shownValue: DecimalNumber? {
        concentration?.number?.shifted(by: flags.contains(.molePerLitre) ? 3 : 5)
    }
}
