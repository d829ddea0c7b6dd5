package import MessageBus

/// A worker's held work and pending reports, and the signals that wake its loops.
package struct WorkDesk: Sendable {
    /// When demands were sent.
    package var pulls = PullMachine()
    /// The held work.
    package var slots: WorkSlots
    /// The answers.
    package var answers = GrantAnswers()
    /// Demands sent.
    package var pullsSent: Int64 = 0
    /// Answers to the owner that had to be repeated.
    package var acksRepeated: Int64 = 0
    /// Whether the own grants come in.
    var isSubscribed = false
    /// Wakes the loop that demands.
    package let pullWake = WakeUp()
    /// Wakes the loop that starts work.
    package let workWake = WakeUp()
    /// Wakes the loop that reports to the owner.
    package let tellWake = WakeUp()
    /// Wakes tasks that wait for the end of all work and its answers.
    package let endWake = WakeUp()

    /// Creates an empty desk.
    ///
    /// - Parameter lanes: Where work goes, as ``GrantedWork/lane`` has it.
    package init(concurrency: Int, prefetch: Int, lanes: [String] = []) {
        slots = WorkSlots(concurrency: concurrency, prefetch: prefetch, lanes: lanes)
    }

    /// Whether a grant is neither held nor answered: a message may come twice.
    package func isNews(_ key: WorkKey) -> Bool { !slots.holds(key) && !answers.holds(key) }
}
