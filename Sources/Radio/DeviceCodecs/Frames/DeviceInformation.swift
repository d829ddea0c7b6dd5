/// The texts of the Device Information service 0x180A.
public enum DeviceInformation {
    /// Placeholders that firmware kits and manufacturers leave as names, without spaces and in lower case.
    private static let placeholders: Set<String> = [
        "manufacturername", "manufacturernamestring", "manufacturer", "modelnumber", "modelnumberstring", "model",
        "modelname", "serialnumber", "serialnumberstring", "serial", "devicename", "companyname", "vendorname",
        "vendor", "name", "string", "unknown", "none", "null", "nil", "default", "test", "todo", "tbd", "n/a", "na",
        "notset",
        "notavailable", "undefined",
    ]

    /// The text of a characteristic; nil if it has no letters or digits, only zeros, or a placeholder.
    ///
    /// It ends at a zero byte; invalid text is dropped, and only the first 64 bytes count.
    public static func text(_ bytes: [UInt8]) -> String? {
        let all = String(decoding: bytes.prefix(64).prefix { $0 != 0 }, as: UTF8.self)
        let clean = all.filter { !$0.isNewline && $0 != "\u{FFFD}" }
        let text = String(clean.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        let word = text.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }
        let isFilled = word.contains { ($0.isLetter || $0.isNumber) && $0 != "0" && $0 != "x" }
        return isFilled && !placeholders.contains(word) ? text : nil
    }
}
