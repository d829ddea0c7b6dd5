internal import BusContract
internal import DeliveryRules

/// Tracks the sessions whose credentials need confirmation: due now, asked about, or delayed for a retry.
///
/// Pure, and lost at a restart: the store knows which sessions are not validated. Credentials of a session never
/// change, so an answer to an earlier question counts as well.
struct ValidationBook: Sendable {
    /// How long to wait for an answer before asking again.
    static let patience = Duration.seconds(60)
    /// The most questions of one message (`UploadGrant`).
    static let batch = 16
    /// The most questions about one session that are remembered.
    static let memory = 64

    private struct Entry: Sendable {
        let api: String
        var due: BootInstant
        var checkID: String?
        /// All questions so far, the latest last.
        var asked: [String] = []
        var failures = 0
    }

    private var entries: [String: Entry] = [:]

    /// Compares the book with the store: new sessions are due at once, and missing ones are forgotten.
    mutating func expect(_ sessions: [(id: String, api: String)], now: BootInstant) {
        var expected: [String: Entry] = [:]
        for (id, api) in sessions { expected[id] = entries[id] ?? Entry(api: api, due: now) }
        entries = expected
    }

    /// Whether a question is due now.
    func isDue(now: BootInstant) -> Bool { nextDue.map { $0 <= now } ?? false }

    /// The questions to ask now, longest due first; an unanswered question becomes due again.
    ///
    /// - Parameter apis: The destinations that the asked worker knows; nil for all.
    mutating func ask(of apis: Set<String>? = nil, now: BootInstant, newID: () -> String) -> [UploadGrant.Check] {
        let due = entries.filter { $0.value.due <= now && apis?.contains($0.value.api) ?? true }.sorted {
            ($0.value.due, $0.key) < ($1.value.due, $1.key)
        }
        return due.prefix(Self.batch).map { id, entry in
            let check = UploadGrant.Check(sessionID: id, apiVersion: CloudAPI(rawValue: entry.api), checkID: newID())
            entries[id]?.checkID = check.checkID
            entries[id]?.asked = (entry.asked + [check.checkID]).suffix(Self.memory)
            entries[id]?.due = now + Self.patience
            return check
        }
    }

    /// Makes a question due again soon because it reached no worker.
    mutating func unasked(_ check: UploadGrant.Check, now: BootInstant) {
        guard entries[check.sessionID]?.checkID == check.checkID else { return }
        entries[check.sessionID]?.due = now + .seconds(1)
    }

    /// Whether an answer belongs to a question about the session; only the asked worker knows the question's id.
    ///
    /// A session that is not in the book has been decided, so a repeated answer changes nothing.
    func mayDecide(_ session: String, checkID: String) -> Bool {
        entries[session].map { $0.asked.contains(checkID) } ?? true
    }

    /// Removes a session whose credentials are confirmed or refused.
    ///
    /// - Returns: Whether the session was still waiting.
    mutating func decided(_ session: String) -> Bool { entries.removeValue(forKey: session) != nil }

    /// Delays the next question after an inconclusive answer; `delay` gets the number of failures, from 1.
    mutating func postpone(_ session: String, checkID: String, now: BootInstant, _ delay: (Int) -> Duration) {
        guard var entry = entries[session], entry.checkID == checkID else { return }
        entry.failures += 1
        entry.due = now + delay(entry.failures)
        entry.checkID = nil
        entries[session] = entry
    }

    /// When the next question is due.
    var nextDue: BootInstant? { entries.values.map(\.due).min() }
}
