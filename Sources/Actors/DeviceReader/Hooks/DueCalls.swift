internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// Decides when `hook.due` runs: once when a measurement becomes due, and once when it is late; pure.
///
/// A state counts only for the session that it names. It may arrive before the news of that session.
struct DueCalls: Sendable {
    /// The largest number of seats remembered; further ones run no hook.
    private static let limit = 10_000

    /// The seats that concern this hub; empty for all.
    private let seats: Set<String>
    private var sessions: [String: String] = [:]
    private var states: [String: DueState] = [:]
    /// What the hook has run for, or need not run for.
    private var told: [String: DueState] = [:]

    init(seats: [String] = []) { self.seats = Set(seats) }

    /// Takes the running session of a seat; nil without one.
    ///
    /// - Returns: The call to make; nil if nothing is newly due.
    mutating func take(session: String?, of seat: String) -> HookCall? {
        guard concerns(seat) else { return nil }
        sessions[seat] = session
        return call(seat)
    }

    /// Takes what a seat's plan asks for; nil if the topic was cleared.
    ///
    /// - Parameter isOld: Whether the broker had kept the state, so that the hook may have run for it before.
    /// - Returns: The call to make; nil if nothing is newly due.
    mutating func take(_ state: DueState?, of seat: String, isOld: Bool = false) -> HookCall? {
        guard concerns(seat) else { return nil }
        states[seat] = state
        if isOld || state == nil { told[seat] = state }
        return call(seat)
    }

    private func concerns(_ seat: String) -> Bool {
        guard seats.isEmpty || seats.contains(seat) else { return false }
        return states.count < Self.limit && sessions.count < Self.limit || states[seat] != nil || sessions[seat] != nil
    }

    private mutating func call(_ seat: String) -> HookCall? {
        guard let state = states[seat], state.sessionID == sessions[seat] else { return nil }
        let earlier = told[seat].flatMap { $0.sessionID == state.sessionID ? $0.metrics : nil } ?? []
        told[seat] = state
        let new = state.metrics.filter { !earlier.contains($0) }
        guard !new.isEmpty else { return nil }
        return HookCall(
            event: .due,
            seat: seat,
            reason: new.contains(where: \.overdue) ? "overdue" : "due",
            metrics: new.map(\.metric.rawValue)
        )
    }
}
