extension IntermediateCuffPressure {
    /// The frame's fields by the names that `vitalbus decode` shows.
    var fields: [DecodedField] {
        [DecodedField("cuff", .float(cuffPressure)), DecodedField("unit", .text(flags.unitLabel))]
            + BloodPressureMeasurement.optionalFields(time: time, pulse: pulse, userID: userID, status: status)
    }
}
