package import BusContract
package import DeliveryRules
package import FoundationEssentials
package import Logging
package import MessageBus

/// What a queue's owner asks of its store beside the work itself.
package protocol LeaseStore: Sendable {
    /// The owner has started: every lease lasts one term from now.
    func extendAllLeases(now: BootInstant, term: Duration, bootID: String, at: Date) async throws
    /// Ends the leases that have run out, and returns how many.
    func expireLeases(now: BootInstant, at: Date) async throws -> Int
    /// When something is due next by itself, of what is due after a moment; nil if nothing is.
    func nextDue(after: BootInstant) async throws -> BootInstant?
}

/// A piece of work that was leased to a worker.
package protocol LeasedPiece: Sendable {
    /// Whether it goes after everything live.
    var isHistory: Bool { get }
}

/// What an owner has of its place and its configuration.
package struct OwnerLine: Sendable {
    /// The place on the bus.
    package let client: BusClient
    /// The process's log.
    package let logger: Logger
    /// The own boot clock, which leases are counted on.
    package let clock: any BootClock
    /// How long a lease lasts.
    package let term: Duration
    /// Makes the numbers of grants.
    package let seal: GrantSeal
    /// Whose demands are answered.
    let workers: BusRole
    /// Where demands come in.
    let pull: TopicDescriptor
    /// Wakes the loop that deals.
    package let wake: WakeUp

    /// Makes a line; nothing is subscribed yet.
    package init(
        _ client: BusClient,
        logger: Logger,
        clock: any BootClock,
        term: Duration,
        seal: GrantSeal,
        workers: BusRole,
        pull: TopicDescriptor,
        wake: WakeUp = WakeUp()
    ) {
        self.client = client
        self.logger = logger
        self.clock = clock
        self.term = term
        self.seal = seal
        self.workers = workers
        self.pull = pull
        self.wake = wake
    }

    /// The wall clock.
    package var time: Date { client.environment.now() }
    /// The lease's length as grants tell it.
    package var leaseSeconds: Int { Int(term.components.seconds) }
}

/// Who takes work now, and when something is due by itself.
package struct OwnerDesk: Sendable {
    /// The workers' demands.
    package var book = PullBook()
    /// How many rows could not be read and were settled as refused.
    package var unreadableRows = 0
    /// When something is due by itself, as the store said last; at the start, now.
    var due: BootInstant? = .zero

    /// Knows of nobody.
    package init() {}
}

/// Owns a queue: deals its work to the workers that ask for it, under leases.
///
/// The loops are the same for every queue (`LeaseOwner+Loops.swift`); what is ready, and what a grant says, is the owner's own.
package protocol LeaseOwner: Actor {
    /// The queue's store.
    associatedtype Store: LeaseStore
    /// What was leased to a worker.
    associatedtype Granted: LeasedPiece

    /// The most pieces of one grant message.
    static var itemsPerGrant: Int { get }
    /// The place on the bus, and what grants are made with.
    nonisolated var line: OwnerLine { get }
    /// The queue's store.
    nonisolated var leases: Store { get }
    /// Who takes work now.
    var desk: OwnerDesk { get set }
    /// When else the owner has something to do.
    var otherDue: [BootInstant?] { get }

    /// The leases of earlier starts run on: what else a start does.
    func begin() async throws
    /// Whether a demand may be answered.
    func admit(_ demand: Envelope<WorkPull>) async -> Bool
    /// Does what is due before work is dealt; whether more of that is left.
    func prepare(now: BootInstant) async throws -> Bool
    /// What could be granted now.
    ///
    /// - Parameter room: How many pieces all workers together take.
    func ready(room: Int, now: BootInstant) async throws -> [ReadyWork]
    /// Leases a worker its share.
    func lease(_ share: PullBook.Share) async throws -> [Granted]
    /// Sends leased work to its worker (``hand(_:to:publish:)``); what cannot stand in a message is refused.
    func send(_ granted: [Granted], to demand: PullBook.Demand) async
    /// Commits what the owner itself says of leased work.
    func settle(_ granted: [Granted], as outcome: AttemptOutcome) async throws
    /// Leases have begun or ended.
    func leasesChanged()
}

extension LeaseOwner {
    /// Nothing.
    package var otherDue: [BootInstant?] { [] }
    /// Nothing.
    package func begin() async throws {}
    /// Whoever asks is answered.
    package func admit(_ demand: Envelope<WorkPull>) async -> Bool { true }
    /// Nothing is due.
    package func prepare(now: BootInstant) async throws -> Bool { false }
}
