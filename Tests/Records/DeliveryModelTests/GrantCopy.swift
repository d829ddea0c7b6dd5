import DeliveryRules

/// One grant: its message, its worker's memory of it, its ledger row, its request, and the reported outcomes.
struct GrantCopy: Hashable {
    /// The worker's progress, in memory.
    enum Phase: UInt8 {
        case idle, toCreate, toUpdate, toDelete, flying
    }

    /// A request that is, or was, on its way.
    struct Wire: Hashable {
        var isUpdate: Bool
        var isDeletion = false
        var age: UInt8 = 0
        var hasArrived = false
        /// Whether libcurl repeated it on its own.
        var wasRepeated = false
        /// The destination's last answer; 0 for none yet.
        var status: UInt16 = 0
    }

    /// The worker of a grant that the broker delivered to no subscriber.
    static let nobody: UInt8 = 2

    // The grant message; it may arrive at any time and any number of times.
    var worker: UInt8
    let person: UInt8
    /// The number of the grant among those of its record.
    let fence: Int64
    let revision: UInt8
    let isUpdate: Bool
    var isDeletion = false
    let possiblySent: Bool
    /// Whether a request of an earlier grant could still arrive when this one was made.
    var hasEarlierUnderWay = false
    /// The age of the pull that it answers; also old if the worker has forgotten the pull.
    var pullAge: UInt8

    /// Whether its worker has restarted since the grant was made.
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

    /// Reports an outcome: from now on that message may arrive at any time, any number of times.
    mutating func tell(_ outcome: Told) {
        phase = .idle
        isRecent = true
        ack = outcome
        told |= outcome.bit
    }

    /// Whether the worker is running this grant, and so starts no other one of the same record.
    var isRunning: Bool { phase != .idle }
}
