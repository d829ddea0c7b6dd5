internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus

/// The bus connection and the settings that a queue's owner works with.
struct OwnerLine: Sendable {
    /// The connection to the bus.
    let client: BusClient
    /// The process's log.
    let logger: Logger
    /// The owner's boot clock, by which leases are counted.
    let clock: any BootClock
    /// How long a lease lasts.
    let term: Duration
    /// Numbers the grants.
    let seal: GrantSeal
    /// Wakes the loop that deals.
    var wake = WakeUp()
    /// Counts what may have made work ready.
    var changes = ChangeCount()

    /// The wall clock.
    var time: Date { client.environment.now() }
    /// The lease's length in whole seconds, as in grants.
    var leaseSeconds: Int { Int(term.components.seconds) }

    /// Wakes the loop for another look at the work.
    func changed() {
        changes.add()
        wake.signal()
    }
}

/// Which workers take work now, and when the next timed step is due.
struct OwnerDesk: Sendable {
    /// The workers' demands.
    var book = PullBook()
    /// How many rows could not be read and were settled as refused.
    var unreadableRows = 0
    /// When the next timed step is due, as the store last said; initially now.
    var due: BootInstant? = .zero
    /// The last look at the work, if it found nothing.
    var emptyLook: EmptyLook?
}

/// A look that found no work, which the next one would repeat.
struct EmptyLook: Sendable, Hashable {
    /// How long it is trusted at most: limits of rates refill without a commit.
    static let patience = Duration.seconds(1)

    /// The number of changes before it.
    let changes: Int
    /// When a lease or a delay ends, or the trust.
    let until: BootInstant

    /// Notes a look that found nothing.
    ///
    /// - Parameters:
    ///   - changes: The number of changes before the look.
    ///   - due: When the next timed step is due.
    ///   - now: When it was made.
    init(changes: Int, due: BootInstant?, now: BootInstant) {
        self.changes = changes
        until = min(due ?? now + Self.patience, now + Self.patience)
    }

    /// Whether another look would find nothing either.
    func holds(changes: Int, now: BootInstant) -> Bool { changes == self.changes && now < until }
}
