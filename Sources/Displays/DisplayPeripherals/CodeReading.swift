/// The interpretation of QR codes and bar codes.
package enum CodeReading {
    /// The number of hexadecimal digits of a device's own encryption key (peripheral 51).
    package static let keyLength = 32
    /// The longest text that is interpreted, in characters.
    package static let textLimit = 1_024

    /// Extracts the encryption key of a code: 32 hexadecimal digits in lower case.
    ///
    /// It ignores spaces, colons, dashes, dots and line ends between the digits, and `0x` or a word with `:` or `=`
    /// before them, as in `KEY: …`.
    ///
    /// - Throws: ``CodeFault`` with the length or the first invalid character, never the key.
    package static func encryptionKey(_ text: String) throws(CodeFault) -> String {
        guard text.count <= textLimit else {
            throw CodeFault(
                .wrongLength,
                message: "the code has more than \(textLimit) characters: this is not a key, scan another code"
            )
        }
        let digits = withoutWord(text).filter { !separators.contains($0) }
        if let wrong = digits.first(where: { !($0.isASCII && $0.isHexDigit) }) {
            let place = digits.prefix { $0 != wrong }.count + 1
            throw CodeFault(
                .wrongCharacter,
                message:
                    "character \(place) of the code is \(shown(wrong)): a key has only 0 to 9 and A to F, scan another code"
            )
        }
        guard digits.count == keyLength else {
            throw CodeFault(
                .wrongLength,
                message:
                    "the code has \(digits.count) hexadecimal digits: a key has \(keyLength); scan the code in the meter's menu"
            )
        }
        return digits.lowercased()
    }

    /// Parses the label of a code: an address alone, or `name=value` or `name:value` pairs separated by semicolons,
    /// commas, ampersands or line ends (`MAC`, `ADDR`, `NAME`, `SN`, `SERIAL` and the like), also after the `?` of a
    /// URL.
    ///
    /// - Throws: ``CodeFault`` for other texts, and for an address of wrong length or with invalid characters.
    package static func label(_ text: String) throws(CodeFault) -> DeviceLabel {
        guard text.count <= textLimit else {
            throw CodeFault(
                .wrongLength,
                message: "the code has more than \(textLimit) characters: this is not a device's label"
            )
        }
        // Absent is nil: a text in another form is not an address.
        if let address = try? address(text) { return DeviceLabel(address: address) }
        let query = text.firstIndex(of: "?").map { text[text.index(after: $0)...] } ?? text[...]
        var (mac, name, serial): (String?, String?, String?)
        for part in query.split(whereSeparator: { ";,&".contains($0) || $0.isNewline }) {
            guard let mark = part.firstIndex(where: { $0 == "=" || $0 == ":" }) else { continue }
            let value = trimmed(part[part.index(after: mark)...])
            guard !value.isEmpty else { continue }
            switch trimmed(part[..<mark]).lowercased() {
            case "mac", "addr", "address", "bdaddr", "ble", "btmac", "bt mac", "m": mac = try address(value)
            case "name", "n", "dn", "device", "model": name = name ?? value
            case "sn", "s/n", "serial", "serialnumber", "serial number", "s": serial = serial ?? value
            default: continue
            }
        }
        guard mac != nil || name != nil || serial != nil else {
            throw CodeFault(
                .unknownLabel,
                message: "the code has \(text.count) characters, but no address, name or serial number"
            )
        }
        return DeviceLabel(address: mac, name: name, serial: serial)
    }

    /// Selects the only distinct text among the codes of a photo.
    ///
    /// - Throws: ``CodeFault`` `noCode` or `severalCodes`.
    package static func only(_ texts: [String]) throws(CodeFault) -> String {
        let different = Set(texts)
        guard let text = different.first else {
            throw CodeFault(.noCode, message: "no code found: hold it flat, close and without reflections")
        }
        guard different.count == 1 else {
            throw CodeFault(
                .severalCodes,
                message: "\(different.count) different codes found: show only one"
            )
        }
        return text
    }

    private static func address(_ text: String) throws(CodeFault) -> String {
        let digits = text.filter { !separators.contains($0) }
        if let wrong = digits.first(where: { !($0.isASCII && $0.isHexDigit) }) {
            throw CodeFault(
                .wrongCharacter,
                message: "the label's address has \(shown(wrong)): an address has only 0 to 9 and A to F"
            )
        }
        guard digits.count == 12 else {
            throw CodeFault(
                .wrongLength,
                message: "the label's address has \(digits.count) hexadecimal digits: an address has 12"
            )
        }
        let letters = Array(digits.uppercased())
        return stride(from: 0, to: 12, by: 2).map { String(letters[$0...$0 + 1]) }.joined(separator: ":")
    }

    /// Strips a leading `0x` or a word before the first `:` or `=`.
    private static func withoutWord(_ text: String) -> String {
        let whole = trimmed(text[...])
        if whole.lowercased().hasPrefix("0x") { return String(whole.dropFirst(2)) }
        guard let mark = whole.firstIndex(where: { $0 == ":" || $0 == "=" }) else { return whole }
        let word = whole[..<mark]
        let isWord = !word.isEmpty && !word.allSatisfy(\.isHexDigit) && word.allSatisfy { $0.isLetter || $0 == " " }
        return isWord ? withoutWord(String(whole[whole.index(after: mark)...])) : whole
    }

    private static func trimmed(_ text: Substring) -> String {
        let head = text.drop { $0.isWhitespace }
        return String(head.reversed().drop { $0.isWhitespace }.reversed())
    }

    private static func shown(_ character: Character) -> String {
        guard let scalar = character.unicodeScalars.first,
            character.isLetter || character.isNumber || character.isASCII,
            scalar.value >= 0x20
        else { return "U+\(String(character.unicodeScalars.first?.value ?? 0, radix: 16, uppercase: true))" }
        return "'\(character)'"
    }

    private static let separators: Set<Character> = [" ", ":", "-", ".", "_", "\n", "\r", "\r\n", "\t"]
}

/// The fault of a rejected code.
package struct CodeFault: Error, Hashable, Sendable {
    /// The reason as sent and printed.
    package enum Reason: String, Sendable, CaseIterable {
        /// No code was found.
        case noCode
        /// Several codes with different content were found.
        case severalCodes
        /// The text is too short or too long.
        case wrongLength
        /// The text has invalid characters.
        case wrongCharacter
        /// The text is not in a known form of label.
        case unknownLabel
    }

    /// The reason.
    package let reason: Reason
    /// What was found instead, and what to do about it; never the key, which is secret.
    package let message: String

    /// Creates a fault.
    package init(_ reason: Reason, message: String) {
        self.reason = reason
        self.message = message
    }
}

/// The content of a device's label.
package struct DeviceLabel: Sendable, Hashable {
    /// The Bluetooth address, `AA:BB:CC:DD:EE:FF`; nil if the label does not have it.
    package let address: String?
    /// The advertised name; nil if the label does not have it.
    package let name: String?
    /// The serial number; nil if the label does not have it.
    package let serial: String?

    /// Creates a label.
    package init(address: String? = nil, name: String? = nil, serial: String? = nil) {
        self.address = address
        self.name = name
        self.serial = serial
    }
}
