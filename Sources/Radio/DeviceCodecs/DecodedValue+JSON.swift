internal import VitalRecords

extension DecodedValue {
    /// The value as JSON on one line.
    ///
    /// Numbers keep their digits; fields keep their order.
    public var json: String {
        switch self {
        case .number(let number): number.description
        case .text(let text): Self.quoted(text)
        case .bool(let value): value ? "true" : "false"
        case .null: "null"
        case .list(let values): "[\(values.map(\.json).joined(separator: ","))]"
        case .object(let fields):
            "{\(fields.map { "\(Self.quoted($0.name)):\($0.value.json)" }.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
