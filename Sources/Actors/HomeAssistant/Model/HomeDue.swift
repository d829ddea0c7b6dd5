internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Which measurements are due at each seat, for the person who is there now; pure.
///
/// The page's states outlive the page, so a state counts only while the page runs and for the session that it names.
struct HomeDue: Sendable {
    private var pages: Set<BusAddress> = []
    private var sessions: [String: String] = [:]
    private var states: [String: DueState] = [:]

    /// Takes the availability of a page; nil if the topic was cleared.
    mutating func take(_ page: BusAddress, word: Availability?) {
        if word == .online || word == .draining { pages.insert(page) } else { pages.remove(page) }
    }

    /// Takes the session of a seat; nil without one.
    mutating func take(session: String?, of seat: String) { sessions[seat] = session }

    /// Takes what a seat's plan asks for; nil if the topic was cleared.
    mutating func take(_ state: DueState?, of seat: String) { states[seat] = state }

    /// What the plan of the person at the seat asks for; nil without a plan, for another session, or without a page.
    func state(of seat: String) -> DueState? {
        guard !pages.isEmpty, let state = states[seat], state.sessionID == sessions[seat] else { return nil }
        return state
    }

    /// The state message of a seat.
    func json(of seat: String) -> JSONValue {
        guard let state = state(of: seat) else { return .object(["due": .string("None"), "more": .object([:])]) }
        var more: [String: JSONValue] = [
            "due": .number(Decimal(state.due)), "overdue": .number(Decimal(state.overdue)),
            "metrics": .array(state.metrics.map { .string($0.metric.rawValue) }),
            "overdue_metrics": .array(state.metrics.filter(\.overdue).map { .string($0.metric.rawValue) }),
        ]
        more["since"] = state.since.map { .string(WireJSON.timeText($0)) }
        more["next"] = state.next.map { .string(WireJSON.timeText($0)) }
        let isDue = !state.metrics.isEmpty
        return .object([
            "due": .string(isDue ? HomeComponent.problem : HomeComponent.fine), "more": .object(more),
        ])
    }
}
