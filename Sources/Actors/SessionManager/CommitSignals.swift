internal import MessageBus
internal import Synchronization

/// Wakes the loops that act on commits.
struct CommitSignals: Sendable {
    /// Wakes the dispatcher of grants.
    let grants = WakeUp()
    /// Counts what may have made work ready.
    let changes = ChangeCount()
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
        // Counted first: the woken loop must see it.
        changes.add()
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

/// Counts the changes that may have made work ready, so that a look without one in between is not repeated.
final class ChangeCount: Sendable {
    private let count = Atomic<Int>(0)

    /// How many there were.
    var value: Int { count.load(ordering: .acquiring) }

    /// Counts one; call it after the commit.
    func add() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}
