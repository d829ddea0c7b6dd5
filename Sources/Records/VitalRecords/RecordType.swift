/// The kind of a record, one of the seven types and intraday.
///
/// Unknown ones are carried.
public struct RecordType: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Blood pressure, pulse, oxygen saturation, temperature, laboratory values.
    public static let biometrics = RecordType(rawValue: "biometrics")
    /// Glucose and what belongs to it.
    public static let diabetes = RecordType(rawValue: "diabetes")
    /// A workout.
    public static let fitness = RecordType(rawValue: "fitness")
    /// A meal.
    public static let nutrition = RecordType(rawValue: "nutrition")
    /// A day's activity.
    public static let routine = RecordType(rawValue: "routine")
    /// A night's sleep.
    public static let sleep = RecordType(rawValue: "sleep")
    /// Weight and body composition.
    public static let weight = RecordType(rawValue: "weight")
    /// Values in short intervals over a day.
    public static let intraday = RecordType(rawValue: "intraday")
}
