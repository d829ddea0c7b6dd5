/// The name of what a measurement measured.
///
/// Unknown ones are carried.
public struct MetricName: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Systolic blood pressure.
    public static let systolic = MetricName(rawValue: "systolic")
    /// Diastolic blood pressure.
    public static let diastolic = MetricName(rawValue: "diastolic")
    /// Mean arterial pressure.
    public static let meanArterialPressure = MetricName(rawValue: "mean_arterial_pressure")
    /// Pulse rate at the moment of the reading.
    public static let pulse = MetricName(rawValue: "pulse")
    /// Peripheral oxygen saturation.
    public static let spo2 = MetricName(rawValue: "spo2")
    /// Body temperature.
    public static let bodyTemperature = MetricName(rawValue: "body_temperature")
    /// Body weight.
    public static let bodyWeight = MetricName(rawValue: "body_weight")
    /// Blood glucose concentration.
    public static let bloodGlucose = MetricName(rawValue: "blood_glucose")
}
