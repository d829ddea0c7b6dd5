package import MessageBus

/// What a worker holds and has to tell, and what wakes its loops.
package struct WorkDesk: Sendable {
    /// When demands were sent.
    package var pulls = PullMachine()
    /// What is held.
    package var slots: WorkSlots
    /// What was answered.
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
    /// Wakes the loop that tells the owner.
    package let tellWake = WakeUp()
    /// Wakes who waits for the end of all work and its answers.
    package let endWake = WakeUp()

    /// Makes an empty desk.
    ///
    /// - Parameter lanes: Where work goes, as ``GrantedWork/lane`` has it.
    package init(concurrency: Int, prefetch: Int, lanes: [String] = []) {
        slots = WorkSlots(concurrency: concurrency, prefetch: prefetch, lanes: lanes)
    }

    /// Whether a grant is neither held nor answered: a message may come twice.
    package func isNews(_ key: WorkKey) -> Bool { !slots.holds(key) && !answers.holds(key) }
}
