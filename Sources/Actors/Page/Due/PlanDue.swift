internal import FoundationEssentials
internal import VitalRecords

/// What a person's plan asks for now; pure.
struct PlanDue: Sendable, Hashable {
    /// One metric of the plan.
    struct Item: Sendable, Hashable {
        let metric: MetricName
        let state: DueTimes.State
    }

    /// The plan's metrics, in its order.
    let items: [Item]

    /// Judges a plan; nil without rules.
    ///
    /// - Parameters:
    ///   - values: The present person's newest values.
    ///   - since: When the plan began for this person.
    init?(_ plan: CarePlan, values: [SeatTile.Value], since: Date, now: Date, zone: TimeZone) {
        let times = DueTimes(zone: zone)
        items = plan.rules.compactMap { rule in
            let last = values.first { $0.metric == rule.metric }?.at
            return times.state(of: rule, last: last, since: since, now: now).map {
                Item(metric: rule.metric, state: $0)
            }
        }
        if items.isEmpty { return nil }
    }

    /// Whether something is late, something is due, or all is done.
    var need: BoardNeed? { !overdue.isEmpty ? .overdue : !due.isEmpty ? .due : nil }

    /// What is late.
    var overdue: [Item] {
        items.filter { if case .overdue = $0.state { true } else { false } }
    }

    /// What is due and not late.
    var due: [Item] {
        items.filter { if case .due = $0.state { true } else { false } }
    }

    /// What asks for a measurement now, the late first.
    var open: [Item] { overdue + due }

    /// The earliest time of what is neither due nor late.
    var next: Date? {
        items.compactMap { if case .later(let time) = $0.state { time } else { nil } }.min()
    }

    /// The earliest time of the late items, else of the due ones, else of all.
    var time: Date? { (overdue.isEmpty ? due.isEmpty ? items : due : overdue).map(\.state.time).min() }
}
