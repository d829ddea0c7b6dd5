internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Carries out decisions about readings: each becomes a record, is held, or is a known repeat.
struct ReadingIntake: QueueStep {
    let step: QueueTransaction

    /// Carries out one decision as ``KeyRule`` allows.
    func accept(_ decision: ReadingDecision) throws -> AcceptResult {
        let known = try GivenKey.fetch(database, readingKey: decision.readingKey)
        let session = try session(of: decision)
        let verdict = KeyRule.decide(
            decision.wish(of: session),
            revision: decision.revision,
            known: try known?.forRule ?? waiting(decision.readingKey),
            isByOperator: decision.isByOperator
        )
        switch (verdict, decision.outcome) {
        case (.give(let withdrawing), .queue(let record)):
            guard let session else { throw step.missing("session") }
            if withdrawing, let known { try withdraw(known) }
            return try give(record, of: session, decision: decision, lastFence: known?.lastFence ?? 0)
        case (.renew, .queue(let record)):
            guard let known else { return .duplicate }
            return try renew(known, with: record, decision: decision)
        case (.hold, .hold): return try hold(decision)
        case (.holdForPerson, _): return .changedByHand
        case (.close, .merge(let first)):
            try give(decision, mergedInto: first)
            return .merged
        case (.close, _):
            try give(decision)
            return .discarded
        case (.belongsToAnother, _): return .belongsToAnother
        case (.repeated, .discard): return try dismiss(decision)
        case (.repeated, .queue):
            // The person has this reading already, so its held revisions are deleted.
            if known?.logID != nil { try unhold(decision.readingKey, upTo: decision.revision) }
            return .duplicate
        default: return .duplicate
        }
    }

    /// The session that a decision names, if any.
    private func session(of decision: ReadingDecision) throws -> StoredSession? {
        guard case .queue(let record) = decision.outcome else { return nil }
        guard
            let session = try StoredSession.fetchAll(database, condition: "WHERE id = ?", arguments: [record.sessionID])
                .first
        else {
            throw step.missing("session")
        }
        return session
    }

    private func give(
        _ new: NewRecord,
        of session: StoredSession,
        decision: ReadingDecision,
        lastFence: Int64
    ) throws -> AcceptResult {
        try give(decision, to: new, of: session, lastFence: lastFence)
        return try insert(
            new,
            decision: decision,
            revision: decision.revision,
            session: session,
            lastFence: lastFence
        )
    }

    /// Saves a newer revision of a key that the person already has.
    private func renew(_ known: GivenKey, with new: NewRecord, decision: ReadingDecision) throws -> AcceptResult {
        try unhold(decision.readingKey, upTo: decision.revision)
        guard let logID = known.logID else { return .duplicate }
        if decision.isCorrected {
            try database.executeCached(
                sql: "UPDATE keys_given SET changed_by_hand = 1 WHERE log_id = ?",
                arguments: [logID]
            )
        }
        // After an operator's change the queue's revision numbers run ahead of the producer's.
        let next = max(decision.revision, known.isChangedByHand ? known.revision + 1 : 0)
        if var record = try StoredRecord.fetch(database, logID: logID) {
            let isNews = try step.supersede(
                &record,
                by: next,
                with: new.record,
                measuredAt: new.measuredAt,
                producerRevision: decision.revision
            )
            return isNews ? .updated : .duplicate
        }
        // The earlier revision's row was deleted after its retention.
        var revived = new
        revived.logID = logID
        revived.sessionID = known.sessionID ?? new.sessionID
        let session = try StoredSession.fetchAll(database, condition: "WHERE id = ?", arguments: [revived.sessionID])
            .first
        _ = try insert(
            revived,
            decision: decision,
            revision: next,
            session: session,
            lastFence: known.lastFence,
            reviving: known
        )
        try database.executeCached(
            sql: "UPDATE keys_given SET revision = ?, producer_revision = ? WHERE log_id = ?",
            arguments: [next, decision.revision, logID]
        )
        return .updated
    }

    /// Takes a record back from the wrong person, and deletes it wherever it may have arrived.
    private func withdraw(_ known: GivenKey) throws {
        guard let logID = known.logID, var record = try StoredRecord.fetch(database, logID: logID) else { return }
        _ = try step.supersede(&record, by: record.entry.newestRevision + 1, with: nil)
    }

    private func insert(
        _ new: NewRecord,
        decision: ReadingDecision,
        revision: Int,
        session: StoredSession?,
        lastFence: Int64,
        reviving known: GivenKey? = nil
    ) throws -> AcceptResult {
        if var record = try StoredRecord.fetch(database, logID: new.logID) {
            // A record returned to this person needs a newer revision than its deletion.
            let next = decision.isByOperator ? max(revision, record.entry.newestRevision + 1) : revision
            let isNews = try step.supersede(
                &record,
                by: next,
                with: new.record,
                measuredAt: new.measuredAt,
                producerRevision: decision.revision
            )
            return isNews ? .updated : .duplicate
        }
        var entry = QueueEntry(
            logID: new.logID,
            revision: revision,
            isSessionEnded: session?.endedAt != nil,
            isAtDestination: known?.destinationID != nil
        )
        // Fences continue from the last one, so that no old answer matches the new row.
        entry.fence = lastFence
        entry.revisionBase = lastFence
        let isDoubtful = try known != nil || step.isOfDoubtfulTime(decision.seenAt)
        entry.possiblySent = !entry.isAtDestination && isDoubtful
        var record = StoredRecord(
            entry: entry,
            sessionID: new.sessionID,
            api: session?.api ?? "",
            seat: new.seat,
            hub: decision.hub,
            record: new.record,
            waitingRecord: nil,
            kind: new.isHistory ? .history : .live,
            createdAt: at,
            measuredAt: new.measuredAt ?? at,
            changedAt: at,
            destinationID: known?.destinationID,
            lastError: nil
        )
        try step.sessions.goOn(&record)
        try record.insert(database, at: at)
        try step.further.begin(record, sessionID: new.sessionID, possiblySent: isDoubtful)
        step.changed.note(record.seat)
        return record.entry.isSessionEnded ? .unsynced : .queued
    }
}

// MARK: - Keys

extension ReadingIntake {
    /// Gives the key to a person or merges it into another key; with neither, it is closed for good.
    private func give(
        _ decision: ReadingDecision,
        to record: NewRecord? = nil,
        of session: StoredSession? = nil,
        mergedInto first: String? = nil,
        lastFence: Int64 = 0
    ) throws {
        // A newer held revision stays held, because it supersedes this one.
        try unhold(decision.readingKey, upTo: record == nil ? .max : decision.revision)
        try database.executeCached(
            sql: """
                INSERT OR REPLACE INTO keys_given (reading_key, session_id, user_id, organization_id, log_id, revision,
                    producer_revision, merged_into, merge_key, hub, seen_at, last_fence, changed_by_hand)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                decision.readingKey, session?.id, session?.userID, session?.organizationID, record?.logID,
                decision.revision, decision.revision, first, decision.mergeKey, decision.hub,
                StoreTime.milliseconds(decision.seenAt),
                lastFence, decision.isCorrected,
            ]
        )
    }

    /// The state of a key that is held until a person decides; nil for any other key.
    private func waiting(_ readingKey: String) throws -> KeyRule.Known? {
        try database.rowCached(
            sql: "SELECT revision FROM held WHERE reading_key = ? AND awaits_person = 1",
            arguments: [readingKey]
        ).map { .waits(revision: try $0.value("revision")) }
    }

    /// Discards the held revision of a key that already has an owner; this revision does not come back.
    private func dismiss(_ decision: ReadingDecision) throws -> AcceptResult {
        try unhold(decision.readingKey, upTo: decision.revision)
        guard database.changesCount > 0 else { return .duplicate }
        try database.executeCached(
            sql: """
                UPDATE keys_given SET revision = max(revision, ?1), producer_revision = max(producer_revision, ?1)
                WHERE reading_key = ?2
                """,
            arguments: [decision.revision, decision.readingKey]
        )
        return .discarded
    }

    private func hold(_ decision: ReadingDecision) throws -> AcceptResult {
        guard case .hold(let reading, let reason, let device, let seat, let awaitsPerson) = decision.outcome else {
            return .duplicate
        }
        try database.executeCached(
            sql: """
                INSERT INTO held (reading_key, revision, reading, reason, device, seat, awaits_person, hub, merge_key, seen_at,
                    received_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (reading_key) DO UPDATE SET
                    revision = excluded.revision, reading = excluded.reading, reason = excluded.reason,
                    seat = coalesce(excluded.seat, seat), awaits_person = max(excluded.awaits_person, awaits_person)
                WHERE excluded.revision > held.revision
                """,
            arguments: [
                decision.readingKey, decision.revision, reading, reason, device, seat, awaitsPerson, decision.hub,
                decision.mergeKey, StoreTime.milliseconds(decision.seenAt), StoreTime.milliseconds(at),
            ]
        )
        return database.changesCount > 0 ? .held : .duplicate
    }

    private func unhold(_ readingKey: String, upTo revision: Int) throws {
        try database.executeCached(
            sql: "DELETE FROM held WHERE reading_key = ? AND revision <= ?",
            arguments: [readingKey, revision]
        )
    }
}
