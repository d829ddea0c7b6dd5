internal import VitalRecords

/// One point of a stream of Google Fit.
struct TakeoutPoint: JSONEntry {
    /// One of its values.
    struct Value {
        var number: DecimalNumber?
        var text: String?
        /// A food's numbers by name.
        var map: [String: DecimalNumber] = [:]
    }

    private(set) var values: [Value] = []
    private(set) var start: Int64?
    private(set) var end: Int64?
    /// The stream that the point came from; empty for the file's own.
    private(set) var origin = ""
    private(set) var offset: UInt64

    /// The most values; points have at most nine, and a food about forty nutrients.
    private static let mostValues = 32
    private static let mostNutrients = 128

    init(offset: UInt64) {
        self.offset = offset
    }

    mutating func take(_ name: String, from reader: inout JSONReader) throws {
        switch name {
        case "fitValue", "value": values = try Self.values(&reader)
        case "startTimeNanos": start = try Self.seconds(&reader)
        case "endTimeNanos": end = try Self.seconds(&reader)
        case "originDataSourceId": origin = try reader.name() ?? ""
        default: try reader.skip()
        }
    }

    private static func seconds(_ reader: inout JSONReader) throws -> Int64? {
        try reader.decimal()?.wholeNumber.map { $0 / 1_000_000_000 }
    }

    private static func values(_ reader: inout JSONReader) throws -> [Value] {
        var found: [Value] = []
        try reader.elements { reader in
            var value = Value()
            try reader.members { reader, name in
                guard name == "value" else { return try reader.skip() }
                value = try Self.value(&reader)
            }
            if found.count < mostValues { found.append(value) }
        }
        return found
    }

    private static func value(_ reader: inout JSONReader) throws -> Value {
        var value = Value()
        try reader.members { reader, name in
            switch name {
            case "fpVal", "intVal": value.number = try reader.decimal()
            case "stringVal": value.text = try reader.text()
            case "mapVal": value.map = try Self.map(&reader)
            default: try reader.skip()
            }
        }
        return value
    }

    private static func map(_ reader: inout JSONReader) throws -> [String: DecimalNumber] {
        var found: [String: DecimalNumber] = [:]
        try reader.elements { reader in
            var (key, number): (String?, DecimalNumber?) = (nil, nil)
            try reader.members { reader, name in
                switch name {
                case "key": key = try reader.text()
                case "value":
                    try reader.members { reader, name in
                        guard name == "fpVal" || name == "intVal" else { return try reader.skip() }
                        number = try reader.decimal()
                    }
                default: try reader.skip()
                }
            }
            if let key, let number, found.count < mostNutrients { found[key] = number }
        }
        return found
    }
}
