internal import MessageBus

/// Wakes the loops that act on commits.
struct CommitSignals: Sendable {
    /// Wakes the dispatcher of grants.
    let grants = WakeUp()
    /// Wakes the relay of notifications.
    let relay = WakeUp()
    /// Wakes the publisher of states.
    let states = WakeUp()
    /// Wakes the loop that saves the records of ended sessions.
    let ends = WakeUp()
    /// Wakes the loop that removes files of images.
    let images = WakeUp()

    /// Wakes every loop: a commit may concern all of them.
    func committed() {
        grants.signal()
        relay.signal()
        states.signal()
        ends.signal()
        images.signal()
    }

    /// Wakes the loops that publish the progress of a delivery.
    func deliveryMoved() {
        relay.signal()
        states.signal()
    }
}
