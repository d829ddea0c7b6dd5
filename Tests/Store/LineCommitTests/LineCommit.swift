/// Every commit on a reading's path from its device to its server.
enum LineCommit: String, CaseIterable, Sendable {
    case link, frame, outboxReading, outboxSent, outboxRemoved
    case accept, hold, grant, settle, retry, leaseEnd, published
    case image, imageSettled
    case attempt, outcome, confirm
    case sessionStart, sessionEnd, assignment, assignmentEnd

    /// Whether it needs a new page of the database.
    var needsPage: Bool {
        [.link, .frame, .outboxReading, .accept, .hold, .settle, .sessionStart].contains(self)
    }

    /// Its store.
    var kind: StoreKindName {
        switch self {
        case .link, .frame, .outboxReading, .outboxSent, .outboxRemoved: .outbox
        case .attempt, .outcome, .confirm: .ledger
        default: .queue
        }
    }

    /// The stores on the path.
    enum StoreKindName: Sendable {
        case outbox, queue, ledger
    }
}
