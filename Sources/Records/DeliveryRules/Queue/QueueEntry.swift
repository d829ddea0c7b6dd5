/// The delivery of one record: a pure state machine, which takes inputs and returns what to do.
///
/// It has no clock and does no input or output: the owner passes the time in, saves the entry and tells
/// what the actions say, in one transaction. `README.md` beside this file has the rules.
public struct QueueEntry: Sendable, Hashable, Codable {
    /// The record's name at the destination, the same for all its revisions.
    public let logID: String
    /// The revision that is delivered now, or was delivered last.
    public package(set) var revision: Int
    /// Whether the revision deletes the record at the destination.
    public package(set) var isDeletion: Bool
    /// Where the delivery stands.
    public package(set) var state: DeliveryState
    /// The number of the last grant; it only grows.
    public package(set) var fence: Int64
    /// The last grant made for earlier revisions: greater fences belong to the present revision.
    public package(set) var revisionBase: Int64
    /// Whether any attempt may have reached the destination.
    ///
    /// Only a worker's word takes it back.
    public package(set) var possiblySent: Bool
    /// What ``possiblySent`` was before the present grant: an earlier worker's attempt stays possible
    /// when a later worker sent nothing.
    public package(set) var sentBeforeLease: Bool
    /// Whether the destination is known to have some revision; then the next one is an update.
    public package(set) var isAtDestination: Bool
    /// A newer revision that waits for the present lease to end.
    public package(set) var waitingRevision: Int?
    /// Whether the waiting revision deletes the record.
    public package(set) var waitingIsDeletion: Bool
    /// The lease of a worker that was overtaken, or gave the record back in doubt; no newer revision is granted before it
    /// ends.
    public package(set) var lingering: Lease?
    /// Whether the record's session has ended.
    public package(set) var isSessionEnded: Bool
    /// By when the last request that may have reached the destination can have arrived there, on the owner's boot clock; nil
    /// where none may have, or nobody knows.
    public package(set) var arrivedBy: BootInstant?
    /// How many grants were made.
    public package(set) var attempts: Int

    /// Makes the entry of a new record.
    ///
    /// - Parameters:
    ///   - logID: The record's name at the destination.
    ///   - revision: Its first revision here.
    ///   - isSessionEnded: True for a record that comes after its session ended; it is never granted.
    ///   - isAtDestination: True when the destination has an earlier revision.
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

    /// The newest revision that is known, waiting or not.
    public var newestRevision: Int { waitingRevision ?? revision }

    /// Whether the newest revision that is known deletes the record.
    public var isToBeDeleted: Bool { waitingRevision == nil ? isDeletion : waitingIsDeletion }

    /// Whether the record was at the destination, or may have been, and surely is not any more.
    public var isDeleted: Bool {
        if isDeletion, case .submitted = state { true } else { false }
    }

    /// The lease under which the record stands, if one is held.
    public var lease: Lease? {
        if case .leased(let lease) = state { lease } else { nil }
    }
}
