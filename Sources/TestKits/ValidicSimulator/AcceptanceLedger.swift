import SimulatedServer

/// The records accepted by the simulated server: journal entries in, counts and records out.
///
/// It does no I/O and is rebuilt from the journal.
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

    /// All pairs of user and log ID, in order of first acceptance.
    var acceptances: [Acceptance] { keys.compactMap { counts[$0] } }

    /// The ID of the next record.
    func nextID(for logID: String) -> String { ServerID.make(from: "\(made)/\(logID)") }

    /// The current record with a user's log ID.
    func current(like record: SimulatedRecord) -> SimulatedRecord? {
        newest[Key(record)].flatMap { records[$0] }
    }

    /// The current record with a log ID.
    func current(logID: String, organization: String, user: String) -> SimulatedRecord? {
        newest[Key(organization: organization, user: user, logID: logID)].flatMap { records[$0] }
    }

    /// The records of a user and type, in order of creation.
    func list(organization: String, user: String, type: String, api: String) -> [SimulatedRecord] {
        order.compactMap { records[$0] }.filter {
            $0.organization == organization && $0.user == user && $0.type == type && $0.api == api
        }
    }

    /// Applies an accepted entry.
    mutating func apply(_ entry: JournalEntry) {
        let record = entry.record
        let key = Key(record)
        var count = counts[key] ?? Acceptance(organization: key.organization, user: key.user, logID: key.logID)
        if counts[key] == nil { keys.append(key) }
        if record.type == ImageShape.type { count.isImage = true }
        switch entry.act {
        case .create:
            made += 1
            // A record recreated after its deletion is not a duplicate.
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

/// How often a log ID of a user was accepted.
public struct Acceptance: Codable, Hashable, Sendable {
    /// The ID of the organization.
    public let organization: String
    /// The `uid` of the user.
    public let user: String
    /// The client's ID of the record.
    public let logID: String
    /// The number of records created.
    public internal(set) var creates = 0
    /// The number of records created while another one with the same log ID existed.
    public internal(set) var duplicates = 0
    /// The number of changes, by PUT or by a repeat with other content.
    public internal(set) var updates = 0
    /// The number of repeats that changed nothing: the same content, or refused with 409.
    public internal(set) var repeats = 0
    /// Whether the log ID is that of an image; absent for records.
    public internal(set) var isImage: Bool?
    /// The number of deletions.
    public internal(set) var deletes = 0

    init(organization: String, user: String, logID: String) {
        self.organization = organization
        self.user = user
        self.logID = logID
    }
}

/// The totals that fault tests check.
public struct AcceptanceSummary: Codable, Hashable, Sendable {
    /// The number of accepted pairs of user and log ID.
    public let accepted: Int
    /// The number of records created.
    public let creates: Int
    /// The number of record changes.
    public let updates: Int
    /// The number of repeats that changed nothing.
    public let repeats: Int
    /// The number of deleted records.
    public let deletes: Int
    /// The number of records created while another one with the same user and log ID existed.
    public let duplicates: Int
    /// The number of log IDs accepted for more than one user.
    public let logIDsOfSeveralUsers: Int
    /// The number of API requests received since the start, whatever their outcome.
    public let requests: Int
    /// The number of accepted images, which no other total includes.
    public let images: Int
    /// The number of images created while another one with the same user and image ID existed.
    public let imageDuplicates: Int
}
