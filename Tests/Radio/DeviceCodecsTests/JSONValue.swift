import FoundationEssentials
import VitalRecords

/// Any JSON, with exact numbers.
enum JSONValue: Decodable, Equatable, Sendable {
    case null
    case number(DecimalNumber)
    case text(String)
    case bool(Bool)
    case list([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let list = try? container.decode([JSONValue].self) {
            self = .list(list)
        } else if let object = try? container.decode([String: JSONValue].self) {
            self = .object(object)
        } else if let number = DecimalNumber(rounding: try container.decode(Decimal.self)) {
            self = .number(number)
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no such number")
        }
    }
}
