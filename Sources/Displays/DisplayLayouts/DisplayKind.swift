/// The kind of a meter, by which its display is laid out.
///
/// The raw values are the words of the command line and of layout files.
public enum DisplayKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// A blood pressure monitor: systolic, diastolic and mostly the pulse.
    case bloodPressure
    /// A blood glucose meter, in mg/dL or mmol/L.
    case glucoseMeter
    /// A thermometer, in °C or °F.
    case thermometer
    /// A pulse oximeter: saturation and pulse rate.
    case pulseOximeter
    /// A weight scale, in kilograms, pounds, or stones and pounds.
    case weightScale
    /// Any meter: what it shows is a number, and nothing is known of it.
    case any
}
