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
        /// Nobody wants it; its key is remembered so that it does not come back.
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
