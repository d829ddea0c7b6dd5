internal import VitalRecords

/// A number with its unit: `{"qty": 4.3, "units": "km"}`.
struct AutoQuantity {
    let value: DecimalNumber
    let unit: String

    /// Reads the value that comes; nil for anything else than such an object.
    init?(_ reader: inout JSONReader) throws {
        var value: DecimalNumber?
        var unit = ""
        try reader.members { reader, name in
            switch name {
            case "qty": value = try reader.decimal()
            case "units": unit = AutoUnit.healthKit(try reader.text() ?? "")
            default: try reader.skip()
            }
        }
        guard let value else { return nil }
        self.value = value
        self.unit = unit
    }
}
