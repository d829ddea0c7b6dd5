import DisplayLayouts

/// Rows and strings assigned to the fields of a layout.
struct LayoutReading {
    /// The layout.
    let layout: DisplayLayout
    /// The fields in the order of the arrangement.
    let fields: [DisplayField]
    /// For each field what was chosen.
    let choices: [FieldChoice]
    /// How well the rows' sizes and places fit, the logarithm; 0 is best.
    let geometry: Double
    /// The logarithm of how likely all of it is.
    let log: Double

    /// True where it has as many fields as the layout's fullest arrangement of the same fields; false where one that
    /// others have, such as a pulse, is not there.
    var isComplete: Bool {
        let keys = Set(fields.map(\.key))
        return !layout.arrangements.contains { keys.isStrictSubset(of: $0.keys) }
    }

    /// What the values are, for telling whether two readings say the same.
    var values: [String: String] {
        var values: [String: String] = [:]
        for (field, choice) in zip(fields, choices) {
            values[field.key] = "\(choice.reading.value) \(choice.reading.unit?.name ?? "")"
        }
        return values
    }
}

/// A string of a row as a value of a field.
struct FieldChoice {
    /// The row's place among the rows.
    let row: Int
    /// The string's place among the row's strings.
    let string: Int
    /// What it means.
    let reading: FieldReading
    /// The logarithm of how likely it is, with what its text and value cost.
    let log: Double
}
