internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension QueueTransaction {
    /// Does what an answer shows beyond its record.
    ///
    /// A session ends by any answer of its records. An answer that comes again, or late, says nothing of the destination
    /// or of its patience as they are now.
    func carryOut(_ answer: Answer) throws {
        guard let effect = answer.effect, let record = try StoredRecord.fetch(database, logID: answer.logID),
            let session = try StoredSession.fetchAll(database, condition: "WHERE id = ?", arguments: [record.sessionID])
                .first
        else { return }
        let isPresent = record.entry.lease?.fence == answer.fence
        switch effect {
        case .endSession(let reason):
            // What an earlier session's credentials met says nothing of this one's.
            guard session.endedAt == nil, answer.fence > record.sessionFence else { return }
            try sessions.end(session, reason: reason)
        case .pauseDestination(let reason, let now):
            guard isPresent else { return }
            let api = record.destination
            try pause(api, reason: reason, nextProbe: now + probeDelay(api))
        case .holdSession(let until):
            guard isPresent else { return }
            try database.executeCached(
                sql: "UPDATE sessions SET hold_until = max(hold_until, ?) WHERE id = ?",
                arguments: [until.milliseconds, session.id]
            )
        }
    }

    /// Pauses a destination; pausing it again changes the reason and the next probe, not the time since when.
    func pause(_ api: String, reason: String, nextProbe: BootInstant) throws {
        try database.executeCached(
            sql: """
                INSERT INTO destinations (api, reason, paused_at, next_probe) VALUES (?, ?, ?, ?)
                ON CONFLICT (api) DO UPDATE SET reason = excluded.reason, next_probe = excluded.next_probe
                """,
            arguments: [api, reason, StoreTime.milliseconds(at), nextProbe.milliseconds]
        )
    }

    /// How long a paused destination is left alone: a fault of a moment is soon over, a long one is not asked about often.
    private func probeDelay(_ api: String) throws -> Duration {
        let row = try database.rowCached(sql: "SELECT probes FROM destinations WHERE api = ?", arguments: [api])
        let probes: Int = try row?.value("probes") ?? 0
        return probes < 4 ? .seconds(2 << max(0, probes)) : .seconds(30)
    }

    /// Ends the holds of sessions that are over.
    func endHolds(now: BootInstant) throws {
        try database.executeCached(
            sql: "UPDATE sessions SET hold_until = 0 WHERE hold_until > 0 AND hold_until <= ?",
            arguments: [now.milliseconds]
        )
    }
}
