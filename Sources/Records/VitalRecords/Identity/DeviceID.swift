internal import Crypto
public import FoundationEssentials

/// A pseudonymous identifier of a physical device that does not reveal its address.
///
/// It is a UUIDv5. Its namespace is the first 16 bytes of HMAC-SHA256(key: site secret, message:
/// `vitalbus/device-namespace/1`), marked as version 8; its name is the identity address in the form
/// `AA:BB:CC:DD:EE:FF`. Addresses have only 48 bits, so without the secret namespace anyone could try them all. It is
/// equal on all hubs of a site and different on every site.
public struct DeviceID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The minimum length of a site secret, in bytes.
    public static let minimumSecretLength = 16

    /// The UUID.
    public let uuid: UUID

    /// Wraps an identifier that was derived earlier.
    public init(uuid: UUID) {
        self.uuid = uuid
    }

    /// Parses an identifier; nil if the text is not a UUID.
    public init?(_ text: String) {
        guard let uuid = UUID(uuidString: text) else { return nil }
        self.uuid = uuid
    }

    /// Derives the identifier of a device.
    ///
    /// - Parameters:
    ///   - siteSecret: The site's secret, at least 16 bytes, the same on all its hubs.
    ///   - address: The identity address: six pairs of hex digits, with or without colons or dashes, in any case.
    /// - Throws: ``VitalRecordsError`` if the secret is too short or the address is invalid.
    public static func derive(siteSecret: [UInt8], address: String) throws(VitalRecordsError) -> DeviceID {
        guard siteSecret.count >= minimumSecretLength else {
            throw VitalRecordsError(
                code: .invalidField,
                field: "siteSecret",
                message: "use at least \(minimumSecretLength) random bytes"
            )
        }
        let name = try canonicalAddress(address)
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("vitalbus/device-namespace/1".utf8),
            using: SymmetricKey(data: siteSecret)
        )
        let namespace = UUID(versioned: Array(code), version: 8)
        return DeviceID(uuid: UUID.v5(namespace: namespace, name: name.utf8))
    }

    /// The UUID in lower case.
    public var description: String { uuid.lowercaseString }

    /// Reads the identifier from a JSON string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = DeviceID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a device's name must be a UUID")
        }
        self = id
    }

    /// Writes the identifier as a lower-case JSON string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    private static func canonicalAddress(_ address: String) throws(VitalRecordsError) -> String {
        let digits = address.uppercased().filter { $0 != ":" && $0 != "-" }
        guard digits.utf8.count == 12, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            // The message omits the address, because it must never leave the hub.
            throw VitalRecordsError(
                code: .invalidField,
                field: "address",
                message: "use six pairs of hex digits, like AA:BB:CC:DD:EE:FF"
            )
        }
        let bytes = Array(digits)
        return stride(from: 0, to: 12, by: 2).map { String(bytes[$0...($0 + 1)]) }.joined(separator: ":")
    }
}
