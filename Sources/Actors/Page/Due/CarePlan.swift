internal import FoundationEssentials
internal import VitalRecords

/// When to measure what for one person.
struct CarePlan: Codable, Sendable, Hashable {
    /// When one metric is measured: at times of day, or so many hours after the last value.
    struct Rule: Codable, Sendable, Hashable {
        let metric: MetricName
        /// Times of day in minutes after midnight by the site's clock, ascending.
        var times: [Int] = []
        /// The hours from one value to the next; nil for times of day.
        var hours: Int?
    }

    /// The most times of day of one metric.
    static let mostTimes = 24
    /// The hours that may be between two values: up to two weeks.
    static let hours = 1...336
    /// The metrics that can have a rule: a round's, where the systolic pressure means both pressures.
    static var metrics: [MetricName] {
        RoundForm.groups.flatMap(\.metrics).filter { $0 != .diastolic }
    }

    let rules: [Rule]
}

/// A plan that can be taken over as a whole.
struct PlanTemplate: Sendable {
    /// The name in forms and in the texts `planTemplate.NAME`.
    let name: String
    let plan: CarePlan

    private static let vitals: [MetricName] = [.systolic, .pulse, .spo2, .bodyTemperature, .respiratoryRate]

    /// All templates.
    ///
    /// The two named after NEWS2 follow its chart 4 for a score of 0 (at least every 12 hours) and of 1 to 4 (every 4 to
    /// 6 hours). Source: Royal College of Physicians, National Early Warning Score (NEWS) 2, London 2017.
    static let all = [
        Self(name: "rounds", plan: plan(vitals, times: [6 * 60, 14 * 60, 20 * 60])),
        Self(name: "news12", plan: plan(vitals, hours: 12)), Self(name: "news4", plan: plan(vitals, hours: 4)),
        Self(name: "glucose", plan: plan([.bloodGlucose], times: [7 * 60, 11 * 60 + 30, 17 * 60 + 30, 21 * 60 + 30])),
        Self(name: "weight", plan: plan([.bodyWeight], hours: 168)),
    ]

    /// The template with a name.
    static func named(_ name: String) -> Self? { all.first { $0.name == name } }

    private static func plan(_ metrics: [MetricName], times: [Int] = [], hours: Int? = nil) -> CarePlan {
        CarePlan(rules: metrics.map { CarePlan.Rule(metric: $0, times: times, hours: hours) })
    }
}
