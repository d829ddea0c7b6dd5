internal import DeviceCodecs
internal import FoundationEssentials

/// The secrets that a driver needs to open a device; never logged or stored.
public struct DriverSecrets: Sendable, CustomStringConvertible {
    /// The hex digits of the manufacturer's key file, as written; nil if the model needs none.
    public let authKey: String?
    /// The bytes of the license file; nil if the model needs none.
    public let license: [UInt8]?
    /// The device's own key of 16 bytes; nil if the model needs none.
    public let encryptionKey: [UInt8]?

    /// Makes secrets from their parts.
    public init(authKey: String? = nil, license: [UInt8]? = nil, encryptionKey: [UInt8]? = nil) {
        self.authKey = authKey
        self.license = license
        self.encryptionKey = encryptionKey
    }

    /// A fixed text without the secrets.
    public var description: String { "driver secrets" }
}

/// A manufacturer's key file: `{"key": "…"}` with hex digits.
public enum AuthKeyFile {
    /// The maximum size of a file in bytes.
    public static let limit = 65_536

    private struct Content: Decodable {
        let key: String
    }

    /// Reads the key as written: any number of hex digits, including an odd one.
    ///
    /// - Parameter name: The file name for the error message.
    /// - Throws: ``MissingPart`` `authKeyInvalid`; the message names the field, never the key.
    public static func parse(_ bytes: [UInt8], name: String) throws(MissingPart) -> String {
        func refused(_ reason: String) -> MissingPart { .authKeyInvalid(name, reason: reason) }
        guard bytes.count <= limit else { throw refused("it has more than \(limit) bytes") }
        let key: String
        do {
            key = try JSONDecoder().decode(Content.self, from: Data(bytes)).key
        } catch let error as DecodingError {
            throw refused(JSONFault.words(error) + #"; it has the form {"key": "0123…"}"#)
        } catch {
            throw refused(#"it is not JSON of the form {"key": "0123…"}"#)
        }
        guard !key.isEmpty else { throw refused("its key is empty") }
        guard !key.lowercased().hasPrefix("0x") else { throw refused("remove the 0x at the key's start") }
        guard key.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw refused("its key has characters other than the hexadecimal digits 0-9 and a-f")
        }
        return key
    }
}

/// A device's own encryption key: 16 bytes, written as 32 hex digits.
public enum EncryptionKey {
    /// Reads hex digits in either case, ignoring surrounding spaces.
    ///
    /// - Returns: The key; nil unless the text has 32 hex digits.
    public static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 || $0 == 0x0A }.reversed())
        guard digits.count == 32 else { return nil }
        let values = digits.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        guard values.count == 32 else { return nil }
        return stride(from: 0, to: 32, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
