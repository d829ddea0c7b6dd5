internal import DeliveryRules

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
