internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus

/// What an owner has of its place and its configuration.
struct OwnerLine: Sendable {
    /// The place on the bus.
    let client: BusClient
    /// The process's log.
    let logger: Logger
    /// The own boot clock, which leases are counted on.
    let clock: any BootClock
    /// How long a lease lasts.
    let term: Duration
    /// Makes the numbers of grants.
    let seal: GrantSeal
    /// Wakes the loop that deals.
    var wake = WakeUp()

    /// The wall clock.
    var time: Date { client.environment.now() }
    /// The lease's length as grants tell it.
    var leaseSeconds: Int { Int(term.components.seconds) }
}

/// Who takes work now, and when something is due by itself.
struct OwnerDesk: Sendable {
    /// The workers' demands.
    var book = PullBook()
    /// How many rows could not be read and were settled as refused.
    var unreadableRows = 0
    /// When something is due by itself, as the store said last; at the start, now.
    var due: BootInstant? = .zero
}
