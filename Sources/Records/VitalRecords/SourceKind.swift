/// The way by which a reading was made.
///
/// Unknown ones are carried.
public struct SourceKind: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A Bluetooth device sent it.
    public static let bluetooth = SourceKind(rawValue: "bluetooth")
    /// A camera read it from a display.
    public static let ocr = SourceKind(rawValue: "ocr")
    /// Health data of other software.
    public static let healthImport = SourceKind(rawValue: "healthImport")
    /// A person typed it.
    public static let manual = SourceKind(rawValue: "manual")
}
