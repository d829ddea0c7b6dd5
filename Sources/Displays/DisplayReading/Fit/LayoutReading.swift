import DisplayLayouts

/// An assignment of rows and strings to the fields of a layout.
struct LayoutReading {
    /// The layout.
    let layout: DisplayLayout
    /// The fields in the order of the arrangement.
    let fields: [DisplayField]
    /// The choice for each field.
    let choices: [FieldChoice]
    /// How well the rows' sizes and positions fit, as a logarithm; 0 is best.
    let geometry: Double
    /// The log likelihood of the whole reading.
    let log: Double

    /// True if it has as many fields as the fullest arrangement of the same fields; false if an optional one, such as a
    /// pulse, is missing.
    var isComplete: Bool {
        let keys = Set(fields.map(\.key))
        return !layout.arrangements.contains { keys.isStrictSubset(of: $0.keys) }
    }

    /// The values by key, to compare two readings.
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
    /// The index of the row.
    let row: Int
    /// The index of the string among the row's strings.
    let string: Int
    /// The interpretation.
    let reading: FieldReading
    /// The log likelihood, less the costs of text and value.
    let log: Double
}
