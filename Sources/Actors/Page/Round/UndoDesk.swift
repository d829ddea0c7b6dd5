internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Remembers for a while what each browser saved, so that the person who saved it can take it back; in memory only.
actor UndoDesk {
    /// How long something can be undone, in seconds.
    static let span: TimeInterval = 600
    /// The largest number of saved forms remembered; the oldest is forgotten first.
    private static let most = 4_096

    /// One saved form.
    struct Saved: Sendable, Hashable {
        let session: String
        let seat: String
        let at: Date
        /// The records and held readings that it made.
        let items: [Item]
        /// The note that was typed with them; nil without one.
        let note: PersonNotes.Note?
    }

    /// What became of one reading.
    struct Item: Sendable, Hashable {
        let key: ReadingKey
        /// The record and its revision; nil if the reading is held.
        let record: LogID?
        let revision: Int

        /// The result of a reading that can be undone; nil for one that was not stored.
        init?(_ result: SubmittedRecords.Result) {
            guard [.accepted, .repeated, .held, .unsynced].contains(result.outcome) else { return nil }
            guard result.logID != nil || result.outcome == .held else { return nil }
            (key, record, revision) = (result.readingKey, result.logID, result.knownRevision ?? result.revision)
        }
    }

    private let bus: PageBus
    private let environment: BusEnvironment
    private var saved: [String: Saved] = [:]

    init(bus: PageBus, environment: BusEnvironment) { (self.bus, self.environment) = (bus, environment) }

    /// Remembers a saved form; the reply is the token that undoes it, nil if nothing was stored.
    func remember(
        _ results: [SubmittedRecords.Result],
        note: PersonNotes.Note? = nil,
        seat: String,
        session: PageSession
    ) -> String? {
        let items = results.compactMap(Item.init)
        guard !items.isEmpty else { return nil }
        let now = environment.now()
        saved = saved.filter { now.timeIntervalSince($0.value.at) <= Self.span }
        if saved.count >= Self.most, let oldest = saved.min(by: { $0.value.at < $1.value.at }) {
            saved[oldest.key] = nil
        }
        let token = environment.newID()
        saved[token] = Saved(session: session.id, seat: seat, at: now, items: items, note: note)
        return token
    }

    /// Takes back what a form saved.
    ///
    /// A caregiver may do this with their own values of the last minutes, though only operators change records
    /// otherwise. The session manager refuses it for a record that was changed since.
    ///
    /// - Throws: ``PageError``; what was taken back before the failing one stays so, and the rest can be tried again.
    func undo(_ token: String, seat: String, session: PageSession) async throws -> Saved {
        guard let form = saved[token], form.session == session.id, form.seat == seat,
            environment.now().timeIntervalSince(form.at) <= Self.span
        else { throw PageError(.conflict, text: "error.undo") }
        for item in form.items {
            if let record = item.record {
                let body = DeleteRecord(logID: record, baseRevision: item.revision)
                _ = try await bus.call(SessionOperations.deleteRecord, body: body, as: .wholeSite)
            } else {
                let body = DiscardReading(readingKey: item.key, revision: item.revision)
                _ = try await bus.call(SessionOperations.discardReading, body: body, as: .wholeSite)
            }
        }
        saved[token] = nil
        return form
    }
}
