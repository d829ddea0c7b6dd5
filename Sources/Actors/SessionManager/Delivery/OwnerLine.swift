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

    /// The wall clock.
    var time: Date { client.environment.now() }
    /// The lease's length in whole seconds, as in grants.
    var leaseSeconds: Int { Int(term.components.seconds) }
}

/// Which workers take work now, and when the next timed step is due.
struct OwnerDesk: Sendable {
    /// The workers' demands.
    var book = PullBook()
    /// How many rows could not be read and were settled as refused.
    var unreadableRows = 0
    /// When the next timed step is due, as the store last said; initially now.
    var due: BootInstant? = .zero
}
