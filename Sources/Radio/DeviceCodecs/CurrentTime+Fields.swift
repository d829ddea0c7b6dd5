extension CurrentTime {
    /// The frame's fields by the names that `vitalbus decode` shows.
    var fields: [DecodedField] {
        [
            DecodedField("time", .time(time)),
            DecodedField("day_of_week", .integer(dayOfWeek)),
            DecodedField("fractions256", .integer(fractions256)),
            DecodedField("adjust_reason", .integer(adjustReason)),
        ]
    }
}
