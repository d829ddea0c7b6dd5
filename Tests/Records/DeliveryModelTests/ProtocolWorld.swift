import DeliveryRules

/// The whole way of one reading: two hubs, the owner of the queue, two workers, the network and the destination.
///
/// The decisions are the product's own machines. What is around them is the strongest adversary within reason: every
/// message ever sent may come at any time, any number of times, or never.
struct ProtocolWorld: Hashable {
    /// A hub that heard the reading.
    struct Hub: Hashable {
        /// The revision in its outbox; 0 for none.
        var row: UInt8 = 1
        /// The newest revision it ever committed; each of them may be on its way.
        var committed: UInt8 = 1
        /// The newest revision that the owner's replies name.
        var replied: UInt8 = 0
    }

    /// A person's records at the destination.
    struct Copy: Hashable {
        /// How many records the log id has there.
        var creates: UInt8 = 0
        /// The revision that was written last.
        var revision: UInt8 = 0
    }

    /// The person whose session has the measurement's time, and the one who comes after.
    static let persons = [
        KeyRule.Person(userID: "a", organizationID: "o"), KeyRule.Person(userID: "b", organizationID: "o"),
    ]
    static let workers = ["1", "2"]

    // Durable, at the hubs and at the owner.
    var hubs: [Hub] = []
    var isFirstSessionOver = false
    /// Whether the session was ended, and whether the same person's next one runs.
    var isEnded = false
    var hasNext = false
    var known: KeyRule.Known?
    /// Who has the key.
    var person: UInt8 = 0
    /// The records that the reading became, by person: a second one where an operator corrected the person.
    ///
    /// Where the record has two destinations these are its two deliveries, and "person" everywhere is the destination.
    var entries: [QueueEntry?] = [nil, nil]
    /// Whether the record has two destinations.
    var isTwofold = false
    /// The newest revision that is held until a person decides; 0 for none.
    var held: UInt8 = 0
    /// Whether an operator has deleted the record.
    var isDeletedByHand = false

    /// Every grant ever made, of all records, by number.
    var grants: [GrantCopy] = []

    /// The truth at the destination, by person.
    var copies = [Copy(), Copy()]

    /// The world before anything has happened.
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

    /// Where a grant stands in the list.
    func index(_ number: Int64) -> Int { Int(number) - 1 }

    /// The record of whoever has the key.
    var entry: QueueEntry? {
        get { entries[Int(person)] }
        set { entries[Int(person)] = newValue }
    }

    /// Whether an operator has given the reading to another person.
    var isCorrected: Bool { !isTwofold && entries.allSatisfy { $0 != nil } }

    /// The row whose session may end: a further destination's ends alone.
    var ending: Int { isTwofold ? 1 : 0 }

    /// The newest revision that anybody committed.
    var newestCommitted: UInt8 {
        hubs.map(\.committed).max() ?? UInt8(clamping: entry?.newestRevision ?? 0)
    }
}
