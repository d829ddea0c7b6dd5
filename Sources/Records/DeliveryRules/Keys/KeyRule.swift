/// Decides whose a reading key is: once given to a person, only an operator can give it to another.
///
/// Pure: the owner of the queue carries out the verdict in one transaction.
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

    /// The state of a known key.
    public enum Known: Sendable, Hashable {
        /// It was given to a person; `revision` is its producer's newest one.
        ///
        /// `isChangedByHand` is true if an operator has corrected, changed or deleted the reading.
        case given(to: Person, revision: Int, isChangedByHand: Bool = false)
        /// It is held, with this newest revision, until a person confirms or discards it; no assignment decides.
        case waits(revision: Int)
        /// It never gets an owner: it was discarded or merged into another key, or its person's data were erased.
        case closed
    }

    /// The wish for a reading.
    public enum Wish: Sendable, Hashable {
        /// It belongs to a person.
        case give(to: Person)
        /// It is held until it has an owner or, with `forPerson`, until a person decides.
        case hold(forPerson: Bool)
        /// It is the same measurement as another key's, or it was discarded.
        case close
    }

    /// The decision.
    public enum Verdict: Sendable, Hashable {
        /// The key is given; if it is taken from another person, that person's record is withdrawn first.
        case give(withdrawing: Bool)
        /// The person's record gets a newer revision.
        case renew
        /// It is held.
        case hold
        /// A producer revised a reading that an operator has changed. It neither overwrites the change nor is dropped
        /// as a repeat, but must be held until a person decides.
        case holdForPerson
        /// Its key is closed.
        case close
        /// The reading is known; nothing changes.
        case repeated
        /// The key belongs to another person; nothing changes.
        case belongsToAnother
    }

    /// Decides about one reading.
    ///
    /// - Parameters:
    ///   - wish: The wish.
    ///   - revision: The reading's revision.
    ///   - known: The state of its key; nil for a new key, or one that is held without an owner.
    ///   - isByOperator: Whether an operator decided, who may give a key to another person, reopen a closed one, and
    ///     change a corrected reading.
    public static func decide(_ wish: Wish, revision: Int, known: Known?, isByOperator: Bool) -> Verdict {
        switch known {
        case nil: fresh(wish)
        // Discarded and merged keys stay closed to repeats.
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
    ///   - isNews: Whether the reading is newer than the owner's record.
    ///   - isNewsOfHand: Whether it would replace an operator's change, which has precedence over a producer's
    ///     revision.
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
