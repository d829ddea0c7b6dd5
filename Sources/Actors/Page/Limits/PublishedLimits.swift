internal import BusContract
internal import VitalRecords

/// A published set of limits that an operator can take over as a whole.
struct PublishedLimits: Sendable {
    /// The set's name in forms, in the file of limits, and in the texts `limitSet.NAME`.
    let name: String
    let limits: [SeatLimits.Limit]

    /// All sets.
    static let all = [news2]

    /// The set with a name.
    static func named(_ name: String) -> Self? { all.first { $0.name == name } }

    /// The values that score 0 in NEWS2, in each metric's first unit, for people from 16 years on who are not pregnant.
    ///
    /// Source: Royal College of Physicians, National Early Warning Score (NEWS) 2, updated report of a working party,
    /// London 2017, chart 1: respirations 12 to 20 a minute, saturation 96 % and more (scale 1), systolic pressure 111
    /// to 219 mmHg, pulse 51 to 90 a minute, temperature 36.1 to 38.0 °C. It has no glucose, diastolic pressure or
    /// weight.
    static let news2 = Self(
        name: "news2",
        limits: [
            SeatLimits.Limit(metric: .systolic, lowest: 111, highest: 219),
            SeatLimits.Limit(metric: .pulse, lowest: 51, highest: 90),
            SeatLimits.Limit(metric: .spo2, lowest: 96),
            SeatLimits.Limit(metric: .bodyTemperature, lowest: 36.1, highest: 38),
            SeatLimits.Limit(metric: .respiratoryRate, lowest: 12, highest: 20),
        ]
    )
}
