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
    /// A blood glucose meter.
    public static let glucoseMeter = PeripheralType(rawValue: "glucoseMeter")
    /// A meter of the blood's clotting time (INR).
    public static let coagulationMeter = PeripheralType(rawValue: "coagulationMeter")
    /// A pulse oximeter.
    public static let pulseOximeter = PeripheralType(rawValue: "pulseOximeter")
    /// A thermometer.
    public static let thermometer = PeripheralType(rawValue: "thermometer")
    /// A weight scale, also one that measures body composition.
    public static let weightScale = PeripheralType(rawValue: "weightScale")
    /// A kind that nobody has named.
    public static let unnamed = PeripheralType(rawValue: "unnamed")

    /// All kinds of the built-in catalogue.
    public static let known: [PeripheralType] = [
        .bloodPressureMonitor, .glucoseMeter, .coagulationMeter, .pulseOximeter, .thermometer, .weightScale, .unnamed,
    ]
}
