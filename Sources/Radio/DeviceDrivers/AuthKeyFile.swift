internal import DeviceCodecs
internal import FoundationEssentials

/// A maker's key file: `{"key": "…"}` with hexadecimal digits.
public enum AuthKeyFile {
    /// The most bytes of a file.
    public static let limit = 65_536

    private struct Content: Decodable {
        let key: String
    }

    /// Reads the key as it stands in the file: any number of hexadecimal digits, an odd one too.
    ///
    /// - Parameter name: The file's name, for the message.
    /// - Throws: ``MissingPart`` `authKeyInvalid`, naming the field, never the key.
    public static func parse(_ bytes: [UInt8], name: String) throws(MissingPart) -> String {
        func refused(_ reason: String) -> MissingPart { .authKeyInvalid(name, reason) }
        guard bytes.count <= limit else { throw refused("it has more than \(limit) bytes") }
        let key: String
        do {
            key = try JSONDecoder().decode(Content.self, from: Data(bytes)).key
        } catch let error as DecodingError {
            throw refused(JSONFault.words(error) + #"; it has the form {"key": "0123…"}"#)
        } catch {
            throw refused(#"it is no JSON of the form {"key": "0123…"}"#)
        }
        guard !key.isEmpty else { throw refused("its key is empty") }
        guard !key.lowercased().hasPrefix("0x") else { throw refused("leave out the 0x at the key's beginning") }
        guard key.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw refused("its key has other characters than the hexadecimal digits 0-9 and a-f")
        }
        return key
    }
}
