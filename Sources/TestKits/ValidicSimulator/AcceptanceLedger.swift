/// What the simulated server has accepted: entries in, counts and records out.
///
/// Pure, and rebuilt from the journal.
struct AcceptanceLedger: Sendable {
    private(set) var records: [String: SimulatedRecord] = [:]
    private var order: [String] = []
    private var counts: [Key: Acceptance] = [:]
    private var keys: [Key] = []
    private var newest: [Key: String] = [:]
    private var made = 0

    private struct Key: Hashable, Sendable {
        let organization: String
        let user: String
        let logID: String

        init(_ record: SimulatedRecord) {
            self.init(organization: record.organization, user: record.user, logID: record.logID)
        }

        init(organization: String, user: String, logID: String) {
            (self.organization, self.user, self.logID) = (organization, user, logID)
        }
    }

    /// All pairs of user and log id, in the order of their first acceptance.
    var acceptances: [Acceptance] { keys.compactMap { counts[$0] } }

    /// The id of the next record.
    func nextID(for logID: String) -> String { ServerID.make(from: "\(made)/\(logID)") }

    /// The present record of a user's log id.
    func current(like record: SimulatedRecord) -> SimulatedRecord? {
        newest[Key(record)].flatMap { records[$0] }
    }

    /// The present record of a log id.
    func current(logID: String, organization: String, user: String) -> SimulatedRecord? {
        newest[Key(organization: organization, user: user, logID: logID)].flatMap { records[$0] }
    }

    /// The records of a user and type, in the order of their making.
    func list(organization: String, user: String, type: String, api: String) -> [SimulatedRecord] {
        order.compactMap { records[$0] }.filter {
            $0.organization == organization && $0.user == user && $0.type == type && $0.api == api
        }
    }

    /// Takes in what was accepted.
    mutating func apply(_ entry: JournalEntry) {
        let record = entry.record
        let key = Key(record)
        var count = counts[key] ?? Acceptance(organization: key.organization, user: key.user, logID: key.logID)
        if counts[key] == nil { keys.append(key) }
        if record.type == ImageShape.type { count.isImage = true }
        switch entry.act {
        case .create:
            made += 1
            // A record made anew after its deletion is no duplicate.
            if newest[key] != nil { count.duplicates += 1 }
            count.creates += 1
            order.append(record.id)
            records[record.id] = record
            newest[key] = record.id
        case .update:
            count.updates += 1
            records[record.id] = record
        case .repeat:
            count.repeats += 1
        case .delete:
            count.deletes += 1
            records[record.id] = nil
            if newest[key] == record.id { newest[key] = nil }
        }
        counts[key] = count
    }

    func summary(requests: Int) -> AcceptanceSummary {
        let all = acceptances.filter { $0.isImage != true }
        let images = acceptances.filter { $0.isImage == true }
        let users = Dictionary(grouping: all) { $0.logID }.values.map { Set($0.map { [$0.organization, $0.user] }) }
        return AcceptanceSummary(
            accepted: all.count,
            creates: all.reduce(0) { $0 + $1.creates },
            updates: all.reduce(0) { $0 + $1.updates },
            repeats: all.reduce(0) { $0 + $1.repeats },
            deletes: all.reduce(0) { $0 + $1.deletes },
            duplicates: all.reduce(0) { $0 + $1.duplicates },
            logIDsOfSeveralUsers: users.count { $0.count > 1 },
            requests: requests,
            images: images.count,
            imageDuplicates: images.reduce(0) { $0 + $1.duplicates }
        )
    }
}

/// How often one log id of one user was accepted.
public struct Acceptance: Codable, Hashable, Sendable {
    /// The organization's id.
    public let organization: String
    /// The user's `uid`.
    public let user: String
    /// The client's id of the record.
    public let logID: String
    /// The records made.
    public internal(set) var creates = 0
    /// The records made while another one of the same log id was there.
    public internal(set) var duplicates = 0
    /// The changes of a record, by PUT or by a repeat with other content.
    public internal(set) var updates = 0
    /// The repeats that changed nothing: same content again, or refused with 409.
    public internal(set) var repeats = 0
    /// Whether the log id is an image's own; absent for records.
    public internal(set) var isImage: Bool?
    /// The deletions.
    public internal(set) var deletes = 0

    init(organization: String, user: String, logID: String) {
        self.organization = organization
        self.user = user
        self.logID = logID
    }
}

/// The sums that a fault test is judged by.
public struct AcceptanceSummary: Codable, Hashable, Sendable {
    /// Pairs of user and log id that were accepted.
    public let accepted: Int
    /// Records made.
    public let creates: Int
    /// Records changed.
    public let updates: Int
    /// Repeats that changed nothing.
    public let repeats: Int
    /// Records deleted.
    public let deletes: Int
    /// Records made while another one of the same user and log id was there.
    public let duplicates: Int
    /// Log ids that were accepted for more than one user.
    public let logIDsOfSeveralUsers: Int
    /// API requests that arrived, whatever became of them, since the start.
    public let requests: Int
    /// Images that were accepted; they are counted nowhere else here.
    public let images: Int
    /// Images made while another one of the same user and image id was there.
    public let imageDuplicates: Int
}
