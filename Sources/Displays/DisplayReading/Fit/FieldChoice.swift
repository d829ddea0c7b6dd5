import DisplayLayouts

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
