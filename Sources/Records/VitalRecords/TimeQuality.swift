/// How much the timestamp of a reading is worth.
///
/// Unknown ones are carried.
public struct TimeQuality: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The device's own clock, taken as it is.
    public static let deviceClock = TimeQuality(rawValue: "deviceClock")
    /// The device's clock, corrected by its measured offset.
    public static let corrected = TimeQuality(rawValue: "corrected")
    /// The moment of reception: the device had no usable clock.
    public static let received = TimeQuality(rawValue: "received")
    /// Nobody knows when it was measured.
    public static let unknown = TimeQuality(rawValue: "unknown")
}
