public import DeliveryRules
public import FoundationEssentials
internal import GRDB
public import StoreEngine

/// The time span that is missing from an accepted older copy.
public struct AcceptedGap: Sendable, Hashable {
    /// When it begins.
    public let from: Date
    /// When the copy was accepted.
    public let until: Date

    /// Whether a time falls into the gap.
    public func contains(_ time: Date) -> Bool { time >= from && time < until }
}

extension QueueStore {
    /// How far the fences of an accepted copy are raised, so that no answer to a grant from the gap matches.
    private static let fenceStep = 1_000_000

    /// Opens a store that has a witness, and applies an operator's decision about an older copy.
    ///
    /// - Throws: ``StoreErrorCode/notNewest``, with nothing changed.
    static func openWitnessed(
        _ configuration: StoreConfiguration,
        path: String,
        notifications: any QueueNotifications,
        at: Date
    ) async throws -> QueueStore {
        let doubt = StoreDoubt.find(database: configuration.path, witness: path)
        let acceptance = StoreAcceptance.read(witness: path)
        if let doubt, acceptance?.accepts(doubt) != true { throw doubt.error }
        let writer = try await openFile(configuration, notifications: notifications)
        do {
            let store = QueueStore(writer: writer, notifications: notifications)
            if let doubt, let acceptance {
                try await store.accept(from: acceptance.from, after: doubt.witness, at: at)
            }
            if let mark = try await writer.read({ try StoreMark.fetch($0) }) {
                await writer.keep(try StoreWitness(path, mark: mark))
            }
            StoreAcceptance.remove(witness: path)
            StoreDoubt.forget(witness: path)
            try await writer.write { try StoreMark.noteStart($0) }
            return QueueStore(writer: writer, notifications: notifications, gap: try await store.fetchGap())
        } catch {
            try? await writer.close()
            throw error
        }
    }

    /// How far the store has come; nil without a witness.
    public func mark() async throws -> StoreMark? {
        guard await writer.hasWitness else { return nil }
        return try await writer.read { try StoreMark.fetch($0) }
    }

    /// How far the store has come since a known mark, computed without reading the file; nil without a witness.
    public func mark(since known: StoreMark) async -> StoreMark? {
        guard let commits = await writer.commits else { return nil }
        var mark = known
        mark.counter = max(known.counter, commits)
        return mark
    }

    /// Whether this store contains everything up to a mark that another process has seen.
    public func has(_ seen: StoreMark) async throws -> Bool {
        try await writer.read { try StoreMark.has(seen, in: $0) }
    }

    /// Notes next to the witness that another process has seen a newer store.
    ///
    /// - Returns: ``StoreErrorCode/notNewest``, the error of the next start.
    /// - Throws: An error when the note cannot be written.
    public func doubt(_ seen: StoreMark, witness: String) async throws -> StoreError {
        try StoreDoubt.note(seen, witness: witness)
        return StoreDoubt(witness: seen, found: try await mark(), path: writer.path, isSeen: true).error
    }

    private func fetchGap() async throws -> AcceptedGap? {
        try await writer.read { database in
            guard let row = try database.rowCached(sql: "SELECT accepted_from, accepted_at FROM mark"),
                let from = try row.optional("accepted_from", as: Int64.self),
                let until = try row.optional("accepted_at", as: Int64.self)
            else { return nil }
            return AcceptedGap(from: StoreTime.date(from), until: StoreTime.date(until))
        }
    }

    /// Accepts an older copy: its sessions end, and its unsent records count as possibly sent.
    private func accept(from: Date, after witness: StoreMark?, at: Date) async throws {
        try await transaction(at: at) { step in
            let found = try StoreMark.fetch(step.database)
            try step.database.executeCached(
                sql: """
                    UPDATE mark SET id = coalesce(?, id), generation = max(generation, ?) + 1,
                        counter = max(counter, ?) + 1,
                        accepted_from = min(?, coalesce(accepted_from, 9223372036854775807)), accepted_at = ?
                    """,
                arguments: [
                    witness?.id ?? found?.id, witness?.generation ?? 0, witness?.counter ?? 0,
                    StoreTime.milliseconds(from), StoreTime.milliseconds(at),
                ]
            )
            try step.doubtWhatWaits(fenceStep: Self.fenceStep)
            try step.database.executeCached(
                sql:
                    "UPDATE sessions SET ended_at = max(started_at, ?), end_reason = 'requested' WHERE ended_at IS NULL",
                arguments: [StoreTime.milliseconds(from)]
            )
            try step.sessions.tellFinishedEnds()
        }
    }
}

extension QueueTransaction {
    fileprivate func doubtWhatWaits(fenceStep: Int) throws {
        try database.executeCached(
            sql: """
                UPDATE queue SET state = 'pending', not_before = 0, worker = NULL, lease_fence = NULL, lease_until = NULL
                WHERE state = 'leased'
                """
        )
        try database.executeCached(
            sql: """
                UPDATE queue SET fence = fence + ?, lingering_worker = NULL, lingering_fence = NULL,
                    lingering_until = NULL,
                    possibly_sent = CASE WHEN state = 'submitted' THEN possibly_sent ELSE 1 END,
                    outcome_unknown = CASE WHEN state = 'ended' THEN 1 ELSE outcome_unknown END
                """,
            arguments: [fenceStep]
        )
        try database.executeCached(sql: "UPDATE keys_given SET last_fence = last_fence + ?", arguments: [fenceStep])
    }

    /// Whether a reading was heard before an older copy was accepted, and may thus be at the destination already.
    func isOfDoubtfulTime(_ seenAt: Date) throws -> Bool {
        let row = try database.rowCached(
            sql: "SELECT 1 FROM mark WHERE accepted_at > ?",
            arguments: [StoreTime.milliseconds(seenAt)]
        )
        return row != nil
    }
}
