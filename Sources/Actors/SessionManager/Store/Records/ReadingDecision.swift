internal import DeliveryRules
public import FoundationEssentials

/// The session manager's decision about a reading, which the store carries out.
public struct ReadingDecision: Sendable, Hashable {
    /// The decided outcome.
    public enum Outcome: Sendable, Hashable {
        /// It belongs to a person.
        case queue(NewRecord)
        /// It is held until it is confirmed or has an owner.
        ///
        /// `seat` is the seat that it was made for, if the producer knew one. With `awaitsPerson` only a person may
        /// decide; otherwise an assignment may too.
        case hold(reading: Data, reason: String, device: String?, seat: String? = nil, awaitsPerson: Bool = false)
        /// It is the same measurement as another key's, heard by another hub.
        case merge(into: String)
        /// It is discarded; its key is kept so that it does not come back.
        case discard
    }

    /// The reading's key.
    public var readingKey: String
    /// Its revision.
    public var revision: Int
    /// Where it was made; `site` if nowhere.
    public var hub: String
    /// The same for equal device and bytes: it finds other hubs' readings of the same measurement.
    public var mergeKey: String?
    /// When the hub heard it, for the merge window.
    public var seenAt: Date
    /// The outcome.
    public var outcome: Outcome
    /// True for an operator's decision; only an operator may give a key to another person or restore a discarded
    /// reading.
    public var isByOperator: Bool
    /// True if a person corrected the device's values; the key is then marked as changed by hand.
    public var isCorrected: Bool
    /// Saved in the same transaction, but only if the decision changed something.
    public var notifications: [NewNotification]

    /// Creates a decision.
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
    /// The decision in the terms of the key rule.
    func wish(of session: StoredSession?) -> KeyRule.Wish {
        switch outcome {
        case .queue: session.map { .give(to: $0.person) } ?? .hold(forPerson: false)
        case .hold(_, _, _, _, let awaitsPerson): .hold(forPerson: awaitsPerson)
        case .merge, .discard: .close
        }
    }
}

extension StoredSession {
    /// The session's person.
    var person: KeyRule.Person { KeyRule.Person(userID: userID, organizationID: organizationID) }
}

extension GivenKey {
    /// The key in the terms of the rule.
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
    /// The seat of its person.
    public var seat: String
    /// The record as JSON, opaque to the store.
    public var record: Data
    /// Whether it is history, which goes after all live records.
    public var isHistory: Bool
    /// When it was measured; nil for the time of acceptance.
    public var measuredAt: Date?

    /// Creates a record.
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

/// The result of a decision in the store.
///
/// Every result except ``changedByHand`` is committed, so the producer may delete the reading.
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
    /// Nothing changed: a producer revised a reading that an operator had changed, so it must be held until a person
    /// decides.
    case changedByHand
    /// The key belongs to another person; nothing changed.
    case belongsToAnother

    /// Whether it changed anything, so that its notifications are saved.
    var isNews: Bool {
        switch self {
        case .queued, .unsynced, .updated, .held, .merged, .discarded: true
        case .duplicate, .changedByHand, .belongsToAnother: false
        }
    }
}
