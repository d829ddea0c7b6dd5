/// The UUID of a Bluetooth service or characteristic, assigned or custom.
public struct BluetoothUUID: Hashable, Sendable, Codable, CustomStringConvertible {
    private static let base = "-0000-1000-8000-00805f9b34fb"

    /// All 128 bits in lower case, as BlueZ writes them: `00002a35-0000-1000-8000-00805f9b34fb`.
    public let description: String

    /// Makes the UUID of an assigned 16-bit number.
    public init(_ assigned: UInt16) {
        let digits = String(assigned, radix: 16)
        description = String(repeating: "0", count: 8 - digits.count) + digits + Self.base
    }

    /// Reads `2A35`, `0x2A35`, 8 hex digits, or 32 hex digits with or without dashes, in either case.
    public init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let lower = text.lowercased()
        let digits = (lower.hasPrefix("0x") ? String(lower.dropFirst(2)) : lower).filter { $0 != "-" }
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        switch digits.count {
        case 4: description = "0000\(digits)\(Self.base)"
        case 8: description = "\(digits)\(Self.base)"
        case 32: description = Self.dashed(Array(digits))
        default: return nil
        }
    }

    /// The four hex digits of an assigned 16-bit number, such as `2A35`; nil for a custom UUID.
    public var assigned: String? {
        guard description.hasPrefix("0000"), description.hasSuffix(Self.base) else { return nil }
        return description.dropFirst(4).prefix(4).uppercased()
    }

    /// Decodes a string in any form that ``init(_:)-(String)`` accepts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let uuid = BluetoothUUID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "write 180A or a full UUID")
        }
        self = uuid
    }

    /// Encodes all 128 bits as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    private static func dashed(_ digits: [Character]) -> String {
        [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
            .map { String($0) }.joined(separator: "-")
    }
}

extension BluetoothUUID {
    /// The Device Information service.
    public static let deviceInformationService = BluetoothUUID(0x180A)
    /// The Current Time service.
    public static let currentTimeService = BluetoothUUID(0x1805)
    /// Date Time, by read and write, in some health services.
    public static let dateTime = BluetoothUUID(0x2A08)
    /// Current Time, by read, write and notification.
    public static let currentTime = BluetoothUUID(0x2A2B)
}
