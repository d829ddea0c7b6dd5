/// What a device shows, and what is to be read from it.
struct Reading: Sendable {
    /// The texts of the rows with values, with the field of each.
    var rows: [(field: String, text: String)]
    /// Field and JSON value of all that is to be read, in this order.
    var expected: [(key: String, value: String)]
    var refusal: DisplayRefusal?
    /// The unit's text on the display, if it shows one.
    var unit = ""

    init(rows: [(field: String, text: String)], expected: [(key: String, value: String)] = [], unit: String = "") {
        self.rows = rows
        self.expected = expected
        self.unit = unit
    }
}
