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

    /// Before a measurement: it is ready to be used, and `passiveIsReadyToRead` says so.
    public static let beforeMeasurement = AdvertisingPhase(rawValue: "beforeMeasurement")
    /// After a measurement, while it holds data.
    public static let afterMeasurement = AdvertisingPhase(rawValue: "afterMeasurement")
}
