/// Where a measured value comes from.
///
/// Unknown ones are carried.
public struct MeasurementOrigin: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The device said so.
    public static let device = MeasurementOrigin(rawValue: "device")
    /// A person typed it.
    public static let manual = MeasurementOrigin(rawValue: "manual")
    /// Nobody knows.
    public static let unknown = MeasurementOrigin(rawValue: "unknown")
}
