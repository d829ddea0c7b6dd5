public import VitalRecords

/// When a peripheral can be seen.
///
/// Unknown ones are carried.
public struct AdvertisingPhase: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Before a measurement: somebody switched it on to use it.
    public static let beforeMeasurement = AdvertisingPhase(rawValue: "beforeMeasurement")
    /// After a measurement, while it holds data: it only connects to deliver, and nobody is told to measure.
    public static let afterMeasurement = AdvertisingPhase(rawValue: "afterMeasurement")
    /// Before or after one: its model does both, or is not known.
    public static let either = AdvertisingPhase(rawValue: "either")
}
