/// A checked value.
enum ConfigurationValue: Sendable, Equatable {
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    case duration(Duration)
    case list([String])
}

extension ConfigurationValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .string(let value): value
        case .int(let value): String(value)
        case .double(let value): String(value)
        case .bool(let value): String(value)
        case .duration(let value): DurationText.format(value)
        case .list(let value): "[\(value.joined(separator: ", "))]"
        }
    }
}
