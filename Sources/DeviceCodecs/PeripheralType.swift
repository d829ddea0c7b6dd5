public import VitalRecords

/// The kind of a peripheral.
///
/// Unknown ones are carried.
public struct PeripheralType: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A blood pressure monitor.
    public static let bloodPressureMonitor = PeripheralType(rawValue: "bloodPressureMonitor")
}
