public import VitalRecords

/// A value of a decoded characteristic, modelled on JSON.
public indirect enum DecodedValue: Hashable, Sendable {
    /// A number with its full precision.
    case number(DecimalNumber)
    /// A string.
    case text(String)
    /// True or false.
    case bool(Bool)
    /// No value, for a field that always appears.
    case null
    /// A list.
    case list([DecodedValue])
    /// An object whose fields keep their order.
    case object([DecodedField])

    /// A whole number.
    static func integer(_ value: some BinaryInteger) -> DecodedValue { .number(DecimalNumber(Int64(clamping: value))) }

    /// Bytes as lower-case hex digits.
    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// A medical float as a number, or as `"NaN"`, `"NRes"`, `"+INF"`, `"-INF"` or `"RFU"`.
    static func float(_ value: MedicalFloat) -> DecodedValue {
        switch value {
        case .finite(let number): .number(number)
        case .nan: .text("NaN")
        case .notAtThisResolution: .text("NRes")
        case .positiveInfinity: .text("+INF")
        case .negativeInfinity: .text("-INF")
        case .reserved: .text("RFU")
        }
    }

    /// A local time, or `{"partial": […]}` with unknown parts, or `{"invalid": […]}` for an impossible date.
    static func time(_ value: GATTDateTime) -> DecodedValue {
        if let civil = value.civil { return .text(civil.description) }
        let parts = DecodedValue.list(value.parts.map { .integer($0) })
        return .object([DecodedField(value.isClockSet ? "invalid" : "partial", value: parts)])
    }
}

extension DecodedValue {
    /// The value as JSON on one line, with the precision of its numbers and the order of its fields.
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

/// A named value of a decoded characteristic.
public struct DecodedField: Hashable, Sendable {
    /// The field's name in JSON.
    public let name: String
    /// Its value.
    public let value: DecodedValue

    init(_ name: String, value: DecodedValue) {
        self.name = name
        self.value = value
    }
}

extension DecodedField {
    /// The feature word of a device whose features change nothing for the hub.
    static func features(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try FrameReader(bytes)
        return [DecodedField("value", value: .integer(try reader.uint16("features")))]
    }
}
