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
        /// It was given to a person, with this newest revision; `byHand` where a person corrected what the device said.
        case given(to: Person, revision: Int, byHand: Bool = false)
        /// It is held until a person confirms or discards it, with this newest revision; no assignment decides it.
        case waits(revision: Int)
        /// Nobody has it for good: it was discarded, merged into another key, or its person's data were erased.
        case closed
    }

    /// What is wanted for a reading.
    public enum Wish: Sendable, Hashable {
        /// It belongs to a person.
        case give(to: Person)
        /// It waits for a confirmation or an owner.
        case hold
        /// It is another key's measurement, or nobody wants it.
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
        case .given(let owner, let newest, let byHand):
            given(wish, owner, isNews: revision > newest && (isByOperator || !byHand), isByOperator)
        }
    }

    /// - Parameter isNews: Whether the reading says more than the owner's record; no decoder knows better than a person.
    private static func given(
        _ wish: Wish,
        _ owner: Person,
        isNews: Bool,
        _ isByOperator: Bool
    ) -> Verdict {
        switch wish {
        case .give(let person) where person == owner: isNews ? .renew : .repeated
        case .give: isByOperator ? .give(withdrawing: true) : .belongsToAnother
        case .hold: isNews ? .hold : .repeated
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
