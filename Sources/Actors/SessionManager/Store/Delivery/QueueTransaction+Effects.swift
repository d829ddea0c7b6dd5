internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension QueueTransaction {
    /// Carries out an answer's effect beyond its record.
    ///
    /// An answer for any of its records can end a session. A late or repeated answer says nothing about the
    /// destination's present state.
    func carryOut(_ answer: Answer) throws {
        guard let effect = answer.effect, let record = try StoredRecord.fetch(database, logID: answer.logID),
            let session = try StoredSession.fetchAll(database, condition: "WHERE id = ?", arguments: [record.sessionID])
                .first
        else { return }
        let isPresent = record.entry.lease?.fence == answer.fence
        switch effect {
        case .endSession(let reason):
            // An answer to an earlier session's credentials says nothing about this session's.
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

    /// Pauses a destination; a repeated pause changes the reason and the next probe, but not the time of the pause.
    func pause(_ api: String, reason: String, nextProbe: BootInstant) throws {
        try database.executeCached(
            sql: """
                INSERT INTO destinations (api, reason, paused_at, next_probe) VALUES (?, ?, ?, ?)
                ON CONFLICT (api) DO UPDATE SET reason = excluded.reason, next_probe = excluded.next_probe
                """,
            arguments: [api, reason, StoreTime.milliseconds(at), nextProbe.milliseconds]
        )
    }

    /// The delay before the next probe: short at first for brief faults, longer for lasting ones.
    private func probeDelay(_ api: String) throws -> Duration {
        let row = try database.rowCached(sql: "SELECT probes FROM destinations WHERE api = ?", arguments: [api])
        let probes: Int = try row?.value("probes") ?? 0
        return probes < 4 ? .seconds(2 << max(0, probes)) : .seconds(30)
    }

    /// Clears the holds of sessions whose time has passed.
    func endHolds(now: BootInstant) throws {
        try database.executeCached(
            sql: "UPDATE sessions SET hold_until = 0 WHERE hold_until > 0 AND hold_until <= ?",
            arguments: [now.milliseconds]
        )
    }
}
