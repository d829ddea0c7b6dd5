import DeliveryRules

/// One reading's complete path: two hubs, the owner of the queue, two workers, the network and the destination.
///
/// The product's own state machines decide. The rest is the strongest reasonable adversary: every message may arrive at
/// any time, any number of times, or never.
struct ProtocolWorld: Hashable {
    /// A hub that received the reading.
    struct Hub: Hashable {
        /// The revision in its outbox; 0 for none.
        var row: UInt8 = 1
        /// The newest revision that it ever committed; each one may be on its way.
        var committed: UInt8 = 1
        /// The newest revision that the owner's replies named.
        var replied: UInt8 = 0
    }

    /// A person's records at the destination.
    struct Copy: Hashable {
        /// The number of records with the log id.
        var creates: UInt8 = 0
        /// The last revision that was written.
        var revision: UInt8 = 0
    }

    /// The person whose session covers the measurement's time, and the next person.
    static let persons = [
        KeyRule.Person(userID: "a", organizationID: "o"), KeyRule.Person(userID: "b", organizationID: "o"),
    ]
    static let workers = ["1", "2"]

    // Durable, at the hubs and at the owner.
    var hubs: [Hub] = []
    var isFirstSessionOver = false
    /// Whether the session has ended, and whether the same person's next one runs.
    var isEnded = false
    var hasNext = false
    var known: KeyRule.Known?
    /// The person who has the reading's key.
    var person: UInt8 = 0
    /// The records made from the reading, by person: a second one if an operator corrected the person.
    ///
    /// With two destinations these are the record's two deliveries, and "person" means the destination everywhere.
    var entries: [QueueEntry?] = [nil, nil]
    /// Whether the record has two destinations.
    var isTwofold = false
    /// The newest revision that is held until a person decides; 0 for none.
    var held: UInt8 = 0
    /// Whether an operator has deleted the record.
    var isDeletedByHand = false

    /// Every grant ever made, of all records, by number.
    var grants: [GrantCopy] = []

    /// The real state of the destination, by person.
    var copies = [Copy(), Copy()]

    /// Makes the world before the first step.
    init(_ configuration: ModelConfiguration) {
        if configuration.hasHubs {
            hubs = [Hub(), Hub()]
        } else {
            known = .given(to: Self.persons[0], revision: 1)
            entries[0] = QueueEntry(logID: "0", revision: 1)
            guard configuration.second != nil else { return }
            isTwofold = true
            entries[1] = QueueEntry(logID: "1", revision: 1)
        }
    }

    /// A grant's position in the list.
    func index(_ number: Int64) -> Int { Int(number) - 1 }

    /// The record of the person who has the key.
    var entry: QueueEntry? {
        get { entries[Int(person)] }
        set { entries[Int(person)] = newValue }
    }

    /// Whether an operator has given the reading to another person.
    var isCorrected: Bool { !isTwofold && entries.allSatisfy { $0 != nil } }

    /// The row whose session may end; a further destination's session ends alone.
    var ending: Int { isTwofold ? 1 : 0 }

    /// The newest revision that any hub committed.
    var newestCommitted: UInt8 {
        hubs.map(\.committed).max() ?? UInt8(clamping: entry?.newestRevision ?? 0)
    }
}
