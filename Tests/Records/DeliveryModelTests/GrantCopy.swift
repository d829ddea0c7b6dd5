import DeliveryRules

/// One grant: its message, what its worker remembers of it, its ledger row, its request, and what was told of it.
struct GrantCopy: Hashable {
    /// How far the worker is, in memory.
    enum Phase: UInt8 {
        case idle, toCreate, toUpdate, toDelete, flying
    }

    /// A request on its way, or one that was.
    struct Wire: Hashable {
        var isUpdate: Bool
        var isDeletion = false
        var age: UInt8 = 0
        var hasArrived = false
        /// Whether libcurl sent it again by itself.
        var wasRepeated = false
        /// What the destination said to it last; 0 for nothing yet.
        var status: UInt16 = 0
    }

    /// The worker of a grant that the broker gave to nobody.
    static let nobody: UInt8 = 2

    // The grant message; it may come at any time and any number of times.
    var worker: UInt8
    let person: UInt8
    /// The number of the grant among those of its record.
    let fence: Int64
    let revision: UInt8
    let isUpdate: Bool
    var isDeletion = false
    let possiblySent: Bool
    /// Whether a request of an earlier grant could still arrive when it was made.
    var hasEarlierUnderWay = false
    /// How long ago the pull left that it answers; old too where the worker has forgotten the pull.
    var pullAge: UInt8

    /// Whether its worker has started again since it was made.
    var isOfEarlierStart = false

    // Volatile.
    var phase = Phase.idle
    var isRecent = false
    var ack: Told?

    // Durable.
    var ledger: AttemptLedgerEntry?

    // The network.
    var wire: Wire?
    var told: UInt8 = 0

    /// Tells an outcome: from now on the message may come at any time, any number of times.
    mutating func tell(_ outcome: Told) {
        phase = .idle
        isRecent = true
        ack = outcome
        told |= outcome.bit
    }

    /// Whether a worker that runs this grant starts no other one of the same record.
    var isRunning: Bool { phase != .idle }
}
