/// The rule for every id of the contract, so that an id from outside cannot be a path, a topic or a log line.
public enum WireID {
    /// The size limit of an id in bytes.
    public static let limit = 160
    /// The rule for ids, as shown to senders.
    public static let rule =
        "an id must have 1 to \(limit) characters of A-Z, a-z, 0-9, '-', '_', '.' and ':', and must not be '.' or '..'"

    /// Whether a text is an id.
    public static func isValid(_ text: String) -> Bool {
        (1...limit).contains(text.utf8.count) && text != "." && text != ".." && text.utf8.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

/// The reason why a text is not a valid id, for the sender; it does not repeat the text.
package struct NoWireID: Error {
    /// Creates it.
    package init() {}
}
