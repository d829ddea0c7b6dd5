/// What a drawn device measures.
package enum DisplayKind: String, CaseIterable, Sendable {
    /// Systolic and diastolic pressure in mmHg, and pulse.
    case bloodPressure
    /// Glucose in mg/dL or mmol/L.
    case glucoseMeter
    /// Body temperature in degrees Celsius or Fahrenheit.
    case thermometer
    /// Oxygen saturation and pulse.
    case pulseOximeter
    /// Weight in kilograms, pounds, or stones and pounds.
    case weightScale
    /// One number of any meaning, with point and minus, as on a multimeter.
    case any
}
