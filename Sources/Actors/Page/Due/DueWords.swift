internal import FoundationEssentials
internal import VitalRecords

/// Describes what a plan asks for now.
struct DueWords {
    let time: PageTime

    private var language: PageTexts.Language { time.language }

    /// The state with its time: late, due, or done until then.
    func state(_ due: PlanDue) -> String {
        let name = due.need.map { "\($0)" } ?? "later"
        return language["due.\(name)", ["time": due.time.map(clock) ?? ""]]
    }

    /// The state with its time, as short as a dense row needs it after another need.
    func brief(_ due: PlanDue) -> String {
        let name = due.need == .overdue ? "overdueBrief" : "dueBrief"
        return language["due.\(name)", ["time": due.time.map(clock) ?? ""]]
    }

    /// The time of day, or only the day if it is a day or more away: a bed's row has little room.
    private func clock(_ moment: Date) -> String {
        let text = time.text(moment)
        return String(abs(moment.timeIntervalSince(time.now)) < 86_400 ? text.suffix(5) : text.dropFirst(5).prefix(5))
    }

    /// The metrics that are late or due, by their short names; empty if all are done.
    func what(_ due: PlanDue) -> String {
        names(due.open.map(\.metric))
    }

    /// The short names of metrics.
    func names(_ metrics: [MetricName]) -> String {
        metrics.map { language.short($0, isPair: $0 == .systolic) }.joined(separator: ", ")
    }

    /// The state and the metrics in one line.
    func line(_ due: PlanDue) -> String {
        let what = what(due)
        return what.isEmpty ? state(due) : "\(state(due)): \(what)"
    }
}
