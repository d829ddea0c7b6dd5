public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Booked readings, and lists of records.
///
/// Each call is one transaction and returns after its commit; it throws ``StoreError``, or `CancellationError` before it starts.
public struct RecordTable: QueueTable {
    let base: QueueBase
    let snapshots: QueueSnapshots

    /// Carries out decisions about readings, all or none of them.
    ///
    /// After it returns the producers may be answered.
    ///
    /// A repeat changes nothing. A key goes to one person only, except by an operator's hand.
    ///
    /// - Returns: One result for each decision, in order.
    /// - Throws: ``StoreErrorCode/notFound`` when a decision names a session that does not exist.
    public func accept(_ decisions: [ReadingDecision], at: Date) async throws -> [AcceptResult] {
        try await transaction(at: at) { step in
            try decisions.map { decision in
                let result = try step.intake.accept(decision)
                if result.isNews { for notification in decision.notifications { try step.save(notification) } }
                return result
            }
        }
    }

    /// The owner of a key; nil for a key that is unknown or held.
    public func givenKey(_ readingKey: String) async throws -> GivenKey? {
        try await writer.read { try GivenKey.fetch($0, readingKey: readingKey) }
    }

    /// The newest producer's revision of each reading, given or held; unknown readings are missing.
    public func producerRevisions(_ keys: [String]) async throws -> [String: Int] {
        try await writer.read { database in
            var found: [String: Int] = [:]
            for key in keys {
                let given = try GivenKey.fetch(database, readingKey: key)?.producerRevision
                found[key] = try given ?? HeldReading.fetch(database, readingKey: key)?.revision
            }
            return found
        }
    }

    /// When a hub first heard a reading's revision, given or held; nil if it is unknown.
    public func firstSeen(_ readingKey: String, revision: Int) async throws -> Date? {
        try await writer.read { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT seen_at FROM keys_given WHERE reading_key = ?1 AND producer_revision >= ?2
                    UNION ALL SELECT seen_at FROM held WHERE reading_key = ?1 AND revision >= ?2 LIMIT 1
                    """,
                arguments: [readingKey, revision]
            ).map(StoreTime.date)
        }
    }

    /// The keys, given or held, from `first` up to but excluding `last`.
    public func keys(from first: String, to last: String) async throws -> [String] {
        try await writer.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT reading_key FROM keys_given WHERE reading_key >= ?1 AND reading_key < ?2
                    UNION SELECT reading_key FROM held WHERE reading_key >= ?1 AND reading_key < ?2
                    """,
                arguments: [first, last]
            )
        }
    }

    /// The readings with a merge key, given or held, within a span of time, oldest first.
    ///
    /// Readings of other hubs within 60 s are the same measurement.
    public func mergeCandidates(mergeKey: String, from: Date, to: Date) async throws -> [MergeCandidate] {
        try await writer.read { database in
            let span: StatementArguments = [mergeKey, StoreTime.milliseconds(from), StoreTime.milliseconds(to)]
            return try database.rowsCached(
                sql: """
                    SELECT reading_key, hub, seen_at FROM keys_given
                        WHERE merge_key = ? AND seen_at BETWEEN ? AND ? AND merged_into IS NULL
                    UNION ALL SELECT reading_key, hub, seen_at FROM held
                        WHERE merge_key = ? AND seen_at BETWEEN ? AND ?
                    ORDER BY seen_at, reading_key
                    """,
                arguments: span + span
            ).map { row in
                MergeCandidate(
                    readingKey: try row.value("reading_key"),
                    hub: try row.value("hub"),
                    seenAt: StoreTime.date(try row.value("seen_at"))
                )
            }
        }
    }
}
