/// The units that a person has chosen.
package enum ExportUnits: String, CaseIterable, Sendable {
    /// Miles, pounds, Calories, degrees Fahrenheit.
    case us
    /// Kilometres, kilograms, kilojoules, degrees Celsius.
    case metric

    var isUS: Bool { self == .us }
}
