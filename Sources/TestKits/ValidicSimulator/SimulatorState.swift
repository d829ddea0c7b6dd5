import Foundation
import SimulatedServer

/// The state of the simulator; it serialises all decisions about records.
actor SimulatorState {
    private(set) var repeats: RepeatBehaviour
    private var plan: FaultPlan
    private var users: [SimulatedUser]
    private var revoked: Set<String> = []
    private var ledger = AcceptanceLedger()
    private var journal: Journal<JournalEntry>?
    private var requests = 0
    private let listLag: Duration
    /// The creation times of records since this start, by ID.
    private var made: [String: ContinuousClock.Instant] = [:]

    init(_ configuration: SimulatorConfiguration) throws {
        repeats = configuration.repeats
        plan = FaultPlan(configuration.faults)
        users = configuration.users
        listLag = configuration.listLag
        if let path = configuration.journal {
            let (journal, entries) = try Journal<JournalEntry>.open(path: path)
            self.journal = journal
            for entry in entries { ledger.apply(entry) }
        }
    }

    // MARK: People

    /// The user of a token, unless the token is revoked.
    func user(token: String?) -> SimulatedUser? {
        guard let token, !revoked.contains(token) else { return nil }
        return users.first { $0.token == token }
    }

    /// The user of an organization, by `uid` or by the server's ID.
    func user(organization: String, id: String) -> SimulatedUser? {
        users.first { $0.organization == organization && ($0.uid == id || $0.id == id) }
    }

    func add(_ user: SimulatedUser) { users.append(user) }

    func revoke(_ token: String) { revoked.insert(token) }

    // MARK: Records

    /// Writes a record by its log ID.
    func accept(_ draft: RecordDraft) throws -> Admission {
        let present = ledger.current(like: draft.record(id: ""))
        guard let present else { return .created(try create(draft)) }
        switch repeats {
        case .blind, .blindLookup:
            return .created(try create(draft))
        case .conflict:
            try keep(JournalEntry(act: .repeat, record: present))
            return .conflict
        case .upsert:
            guard present.content != draft.content else {
                try keep(JournalEntry(act: .repeat, record: present))
                return .unchanged(present)
            }
            return .changed(try change(present, to: draft.content))
        }
    }

    /// The current record of a user by its log ID; nil if there is none, or it is an image.
    func record(logID: String, of user: SimulatedUser) -> SimulatedRecord? {
        ledger.current(logID: logID, organization: user.organization, user: user.uid)
            .flatMap { $0.type == ImageShape.type ? nil : $0 }
    }

    /// Replaces a record by its ID; nil if the user has no such record of that type.
    func update(id: String, with draft: RecordDraft) throws -> SimulatedRecord? {
        guard let present = owned(id, by: draft.user, api: draft.api, type: draft.type), present.logID == draft.logID
        else { return nil }
        return try change(present, to: draft.content)
    }

    /// Deletes a record by its ID; nil if the user has no such record of that type.
    func delete(id: String, user: SimulatedUser, api: String, type: String) throws -> SimulatedRecord? {
        guard let present = owned(id, by: user, api: api, type: type) else { return nil }
        try keep(JournalEntry(act: .delete, record: present))
        return present
    }

    /// The records of a user; nil if the behaviour shows none.
    func list(user: SimulatedUser, type: String, api: String) -> [SimulatedRecord]? {
        guard repeats != .blind else { return nil }
        let all = ledger.list(organization: user.organization, user: user.uid, type: type, api: api)
        return all.filter { made[$0.id].map { $0.duration(to: .now) >= listLag } ?? true }
    }

    // MARK: Control

    func drawFaults(path: String, method: String) -> [Fault] {
        requests += 1
        return plan.draw(path: path, method: method)
    }

    var faults: [Fault] { plan.faults }

    var acceptances: [Acceptance] { ledger.acceptances }

    var summary: AcceptanceSummary { ledger.summary(requests: requests) }

    func set(repeats: RepeatBehaviour) { self.repeats = repeats }

    func set(faults: [Fault]) { plan = FaultPlan(faults) }

    /// Clears records, counts, faults and revocations; keeps users and behaviour.
    func reset() throws {
        try journal?.clear()
        ledger = AcceptanceLedger()
        plan = FaultPlan()
        revoked = []
        requests = 0
    }

    private func create(_ draft: RecordDraft) throws -> SimulatedRecord {
        let record = draft.record(id: ledger.nextID(for: draft.logID))
        try keep(JournalEntry(act: .create, record: record))
        if listLag > .zero { made[record.id] = .now }
        return record
    }

    private func change(_ record: SimulatedRecord, to content: JSONValue) throws -> SimulatedRecord {
        var changed = record
        changed.content = content
        try keep(JournalEntry(act: .update, record: changed))
        return changed
    }

    private func owned(_ id: String, by user: SimulatedUser, api: String, type: String) -> SimulatedRecord? {
        ledger.records[id].flatMap {
            $0.organization == user.organization && $0.user == user.uid && $0.api == api && $0.type == type ? $0 : nil
        }
    }

    private func keep(_ entry: JournalEntry) throws {
        try journal?.append(entry)
        ledger.apply(entry)
    }
}
