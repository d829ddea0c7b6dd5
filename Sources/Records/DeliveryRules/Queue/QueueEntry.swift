/// The delivery of one record: a pure state machine that turns inputs into actions.
///
/// It has no clock and does no input or output: the owner passes the time in, and carries out the actions in one
/// transaction. This folder's `README.md` has the rules.
public struct QueueEntry: Sendable, Hashable, Codable {
    /// The record's name at the destination, the same for all its revisions.
    public let logID: String
    /// The revision being delivered, or last delivered.
    public package(set) var revision: Int
    /// Whether the revision deletes the record at the destination.
    public package(set) var isDeletion: Bool
    /// The state of the delivery.
    public package(set) var state: DeliveryState
    /// The number of the last grant; it never decreases.
    public package(set) var fence: Int64
    /// The last grant made for earlier revisions; higher fences belong to the present revision.
    public package(set) var revisionBase: Int64
    /// Whether any attempt may have reached the destination.
    ///
    /// Only a worker's report clears it.
    public package(set) var possiblySent: Bool
    /// The value of ``possiblySent`` before the present grant: an earlier attempt stays possible even if a later worker
    /// sent nothing.
    public package(set) var sentBeforeLease: Bool
    /// Whether the destination certainly has some revision; then the next one is an update.
    public package(set) var isAtDestination: Bool
    /// A newer revision that waits for the present lease to end.
    public package(set) var waitingRevision: Int?
    /// Whether the waiting revision deletes the record.
    public package(set) var waitingIsDeletion: Bool
    /// The lease of a worker that was overtaken or gave the record back in doubt; no newer revision is granted before
    /// it ends.
    public package(set) var lingering: Lease?
    /// Whether the record's session has ended.
    public package(set) var isSessionEnded: Bool
    /// The latest arrival of the last request that may have reached the destination, on the owner's boot clock; nil if
    /// none may have or it is unknown.
    public package(set) var arrivedBy: BootInstant?
    /// How many grants were made.
    public package(set) var attempts: Int

    /// Creates the entry of a new record.
    ///
    /// - Parameters:
    ///   - logID: The record's name at the destination.
    ///   - revision: Its first revision here.
    ///   - isSessionEnded: True for a record that arrives after its session's end; it is never granted.
    ///   - isAtDestination: True if the destination has an earlier revision.
    public init(logID: String, revision: Int, isSessionEnded: Bool = false, isAtDestination: Bool = false) {
        self.logID = logID
        self.revision = revision
        isDeletion = false
        state = isSessionEnded ? .ended(outcomeUnknown: false) : .pending(notBefore: .zero)
        fence = 0
        revisionBase = 0
        possiblySent = false
        sentBeforeLease = false
        self.isAtDestination = isAtDestination
        waitingRevision = nil
        waitingIsDeletion = false
        lingering = nil
        arrivedBy = nil
        self.isSessionEnded = isSessionEnded
        attempts = 0
    }

    /// The newest known revision, waiting or not.
    public var newestRevision: Int { waitingRevision ?? revision }

    /// Whether the newest known revision deletes the record.
    public var isToBeDeleted: Bool { waitingRevision == nil ? isDeletion : waitingIsDeletion }

    /// Whether the record was, or may have been, at the destination and certainly no longer is.
    public var isDeleted: Bool {
        if isDeletion, case .submitted = state { true } else { false }
    }

    /// The record's present lease, if any.
    public var lease: Lease? {
        if case .leased(let lease) = state { lease } else { nil }
    }
}
