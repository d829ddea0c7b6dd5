/// Whose a reading key is: once given to a person it goes to no other, except by an operator's hand.
///
/// Pure: the owner of the queue carries the verdict out in one transaction.
public enum KeyRule {
    /// A person of a destination.
    public struct Person: Sendable, Hashable {
        /// The user.
        public var userID: String
        /// The user's organization.
        public var organizationID: String

        /// Names a person.
        public init(userID: String, organizationID: String) {
            self.userID = userID
            self.organizationID = organizationID
        }
    }

    /// What is known of a key that came before.
    public enum Known: Sendable, Hashable {
        /// It was given to a person; `revision` is the newest one that its producer made.
        ///
        /// `isChangedByHand` where an operator has corrected, changed or deleted what the producer said.
        case given(to: Person, revision: Int, isChangedByHand: Bool = false)
        /// It is held until a person confirms or discards it, with this newest revision; no assignment decides it.
        case waits(revision: Int)
        /// Nobody has it for good: it was discarded, merged into another key, or its person's data were erased.
        case closed
    }

    /// What is wanted for a reading.
    public enum Wish: Sendable, Hashable {
        /// It belongs to a person.
        case give(to: Person)
        /// It waits for an owner or, with `forPerson`, until a person decides.
        case hold(forPerson: Bool)
        /// It is another key's measurement, or it was discarded.
        case close
    }

    /// What is done.
    public enum Verdict: Sendable, Hashable {
        /// The key is given; where it is taken from another person, that one's record is withdrawn first.
        case give(withdrawing: Bool)
        /// The person's record gets a newer revision.
        case renew
        /// It is held.
        case hold
        /// It is a producer's news of what an operator has changed: it is neither written over the hand nor lost as a
        /// repeat, but has to be held until a person decides.
        case holdForPerson
        /// Its key is closed.
        case close
        /// It is known; nothing changes.
        case repeated
        /// The key was given to another person; nothing changes.
        case belongsToAnother
    }

    /// Decides about one reading.
    ///
    /// - Parameters:
    ///   - wish: What is wanted.
    ///   - revision: The reading's revision.
    ///   - known: What is known of its key; nil for a new key, or one that is held for want of an owner.
    ///   - isByOperator: Whether an operator decided, who may give a key to another person, open a closed one, and change
    ///     what a person has corrected.
    public static func decide(_ wish: Wish, revision: Int, known: Known?, isByOperator: Bool) -> Verdict {
        switch known {
        case nil: fresh(wish)
        // Discarded and merged keys stay what they are, whatever comes again.
        case .closed: if case .give = wish, isByOperator { .give(withdrawing: false) } else { .repeated }
        case .waits(let newest):
            switch wish {
            case .give, .close: isByOperator ? fresh(wish) : .repeated
            case .hold: revision > newest ? .hold : .repeated
            }
        case .given(let owner, let newest, let isChangedByHand):
            given(
                wish,
                owner: owner,
                isNews: revision > newest,
                isNewsOfHand: isChangedByHand && !isByOperator,
                isByOperator: isByOperator
            )
        }
    }

    /// - Parameters:
    ///   - isNews: Whether the reading says more than the owner's record.
    ///   - isNewsOfHand: Whether what it would replace is an operator's: no producer knows better than a person.
    private static func given(
        _ wish: Wish,
        owner: Person,
        isNews: Bool,
        isNewsOfHand: Bool,
        isByOperator: Bool
    ) -> Verdict {
        switch wish {
        case .give(let person) where person == owner: !isNews ? .repeated : isNewsOfHand ? .holdForPerson : .renew
        case .give: isByOperator ? .give(withdrawing: true) : .belongsToAnother
        case .hold(let forPerson): !isNews ? .repeated : isNewsOfHand && !forPerson ? .holdForPerson : .hold
        case .close: .repeated
        }
    }

    private static func fresh(_ wish: Wish) -> Verdict {
        switch wish {
        case .give: .give(withdrawing: false)
        case .hold: .hold
        case .close: .close
        }
    }
}
