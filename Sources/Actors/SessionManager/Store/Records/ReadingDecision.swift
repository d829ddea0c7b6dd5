internal import DeliveryRules
public import FoundationEssentials

/// What the session manager decided about a reading; the store carries it out.
public struct ReadingDecision: Sendable, Hashable {
    /// What becomes of the reading.
    public enum Outcome: Sendable, Hashable {
        /// It belongs to a person.
        case queue(NewRecord)
        /// It waits for a confirmation or an owner.
        ///
        /// `seat` is the one that it was made for, if the producer was told one. With `awaitsPerson` only a person
        /// decides about it; otherwise an assignment may.
        case hold(reading: Data, reason: String, device: String?, seat: String? = nil, awaitsPerson: Bool = false)
        /// It is the same measurement as another key's, heard by another hub.
        case merge(into: String)
        /// It was discarded; its key is remembered so that it does not come back.
        case discard
    }

    /// The reading's key.
    public var readingKey: String
    /// Its revision.
    public var revision: Int
    /// Where it was made; `site` if nowhere.
    public var hub: String
    /// Equal for equal device and bytes: the other hubs' readings of the same measurement are found by it.
    public var mergeKey: String?
    /// When the hub heard it, for the merge window.
    public var seenAt: Date
    /// What becomes of it.
    public var outcome: Outcome
    /// True for an operator's hand, the only one that may give a key to another person or bring back a discarded one.
    public var isByOperator: Bool
    /// True where a person corrected what the device said: the key is marked as changed by hand.
    public var isCorrected: Bool
    /// Told in the same transaction, but only if the decision changed something.
    public var notifications: [NewNotification]

    /// Makes a decision.
    public init(
        readingKey: String,
        revision: Int,
        hub: String,
        mergeKey: String? = nil,
        seenAt: Date,
        outcome: Outcome,
        isByOperator: Bool = false,
        isCorrected: Bool = false,
        notifications: [NewNotification] = []
    ) {
        self.readingKey = readingKey
        self.revision = revision
        self.hub = hub
        self.mergeKey = mergeKey
        self.seenAt = seenAt
        self.outcome = outcome
        self.isByOperator = isByOperator
        self.isCorrected = isCorrected
        self.notifications = notifications
    }
}

extension ReadingDecision {
    /// What is wanted for the reading, in the key rule's words.
    func wish(of session: StoredSession?) -> KeyRule.Wish {
        switch outcome {
        case .queue: session.map { .give(to: $0.person) } ?? .hold(forPerson: false)
        case .hold(_, _, _, _, let awaitsPerson): .hold(forPerson: awaitsPerson)
        case .merge, .discard: .close
        }
    }
}

extension StoredSession {
    /// Whose session it is.
    var person: KeyRule.Person { KeyRule.Person(userID: userID, organizationID: organizationID) }
}

extension GivenKey {
    /// The key in the rule's words.
    var forRule: KeyRule.Known {
        guard logID != nil, let userID, let organizationID else { return .closed }
        return .given(
            to: KeyRule.Person(userID: userID, organizationID: organizationID),
            revision: producerRevision,
            isChangedByHand: isChangedByHand
        )
    }
}

/// A record for the queue.
public struct NewRecord: Sendable, Hashable {
    /// Its name at the destination.
    public var logID: String
    /// The session it belongs to, ended or not.
    public var sessionID: String
    /// Whom it measures.
    public var seat: String
    /// The record as JSON, opaque to the store.
    public var record: Data
    /// Whether it is history, which goes after everything live.
    public var isHistory: Bool
    /// When it was measured; nil for when it was accepted.
    public var measuredAt: Date?

    /// Makes a record.
    public init(logID: String, sessionID: String, seat: String, record: Data, isHistory: Bool, measuredAt: Date? = nil)
    {
        self.logID = logID
        self.sessionID = sessionID
        self.seat = seat
        self.record = record
        self.isHistory = isHistory
        self.measuredAt = measuredAt
    }
}

/// What the store did with a decision.
///
/// Every one of them except ``changedByHand`` is a commit: the producer may forget the reading.
public enum AcceptResult: Sendable, Hashable {
    /// New in the queue.
    case queued
    /// New, but its session has ended: it is in the unsynced list.
    case unsynced
    /// A newer revision of a known record.
    case updated
    /// Known already; nothing changed.
    case duplicate
    /// Held, or a newer revision of a held reading.
    case held
    /// Noted as another key's measurement.
    case merged
    /// Discarded; its repeats will be duplicates.
    case discarded
    /// It is a producer's news of what an operator has changed; nothing changed: it has to be held until a person
    /// decides.
    case changedByHand
    /// The key was given to another person; nothing changed.
    case belongsToAnother

    /// Whether it changed anything, so that it is told.
    var isNews: Bool {
        switch self {
        case .queued, .unsynced, .updated, .held, .merged, .discarded: true
        case .duplicate, .changedByHand, .belongsToAnother: false
        }
    }
}
