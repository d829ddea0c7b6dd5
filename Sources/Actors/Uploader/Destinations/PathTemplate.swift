internal import BusContract
internal import VitalRecords

/// A path with `{names}` that are filled in, each percent-encoded.
package struct PathTemplate: Sendable, Hashable {
    /// The template's text.
    package let text: String

    /// Parses a template.
    package init(_ text: String) {
        self.text = text.hasPrefix("/") ? text : "/" + text
    }

    /// Parses a template; nil for the word `off`.
    init?(unlessOff text: String) {
        guard text != "off" else { return nil }
        self.init(text)
    }

    /// The path with its names filled in; an unknown name stays as written.
    package func filled(_ values: [String: String]) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            guard let close = rest[open...].firstIndex(of: "}") else { break }
            let name = String(rest[rest.index(after: open)..<close])
            result += values[name].map(Self.encoded) ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Percent-encodes all but the unreserved characters of RFC 3986 section 2.3.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                result += "%" + (hex.utf8.count < 2 ? "0" + hex : hex)
            }
        }
        return result
    }
}

extension PathTemplate {
    /// The path of an image's request.
    ///
    /// - Throws: ``UploaderError`` `recordIDUnknown` if it needs the server's id of the record, and that is unknown.
    func filled(for image: UploadGrant.Image, with credentials: SessionCredentials) throws -> String {
        var values = [
            "org": credentials.organizationID, "user": credentials.userID, "logID": image.logID.rawValue,
            "imageID": image.imageID.rawValue, "token": credentials.token,
        ]
        values["recordID"] = image.recordID
        guard image.recordID != nil || !text.contains("{recordID}") else {
            throw UploaderError(
                .recordIDUnknown,
                message:
                    "the path for images needs the server's id of the record, but the server did not send it: use {logID}"
            )
        }
        return filled(values)
    }
}
