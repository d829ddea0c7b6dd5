public import DeliveryRules
public import FoundationEssentials
internal import GRDB

/// How far an uploader's ledger has come: which one it is, and how many attempts were ever begun in it.
public struct LedgerMark: Sendable, Hashable {
    /// The ledger's random id.
    public var id: String
    /// Attempts so far; it never falls.
    public var attempts: Int64

    /// Makes a mark.
    public init(id: String, attempts: Int64) {
        self.id = id
        self.attempts = attempts
    }

    /// Whether a ledger with this mark has every attempt that another mark tells of.
    package func hasAll(of other: LedgerMark) -> Bool { id == other.id && attempts >= other.attempts }
}

/// An uploader's attempt ledger.
///
/// An attempt is committed here before its request leaves.
///
/// Each call is one transaction and returns after its commit. Calls throw ``StoreError``, or `CancellationError` before
/// they start.
public struct LedgerStore: Sendable {
    package let writer: GroupCommitWriter

    /// Opens or makes the file.
    public static func open(_ configuration: StoreConfiguration) async throws -> LedgerStore {
        LedgerStore(writer: try await StoreFile.open(configuration, kind: .ledger))
    }

    /// Commits that an attempt starts.
    ///
    /// Only after this returns may the request leave.
    ///
    /// - Parameter digest: A digest of what is sent, so that ``finishedAttempt(logID:revision:digest:)`` knows it again.
    /// - Throws: ``StoreErrorCode/constraint`` when this grant has an attempt already: it must not start twice.
    public func beginAttempt(
        logID: String,
        revision: Int,
        fence: Int64,
        sessionID: String,
        digest: Data? = nil,
        at: Date
    ) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    INSERT INTO attempts (log_id, revision, fence, session_id, digest, started_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [logID, revision, fence, sessionID, digest, StoreTime.milliseconds(at)]
            )
            try database.executeCached(sql: "UPDATE ledger_mark SET attempts = attempts + 1")
        }
    }

    /// How far the ledger has come.
    public func mark() async throws -> LedgerMark {
        try await writer.read { database in
            guard let row = try database.rowCached(sql: "SELECT id, attempts FROM ledger_mark") else {
                return LedgerMark(id: "", attempts: 0)
            }
            return LedgerMark(id: try row.value("id"), attempts: try row.value("attempts"))
        }
    }

    /// The attempt under which the destination took this very revision; nil where the ledger knows of none, or a later one of
    /// the record was begun.
    public func finishedAttempt(logID: String, revision: Int, digest: Data) async throws -> StoredAttempt? {
        try await fetch(
            """
            WHERE log_id = ?1 AND revision = ?2 AND digest = ?3 AND outcome = 'done'
                AND NOT EXISTS (SELECT 1 FROM attempts AS later WHERE later.log_id = ?1 AND later.revision > ?2)
            ORDER BY fence DESC LIMIT 1
            """,
            [logID, revision, digest]
        ).first
    }

    /// Commits an attempt's outcome, which then is unconfirmed until the owner answers.
    ///
    /// - Parameter mediaURL: Where the destination shows the image that was sent.
    /// - Returns: Whether anything changed; a sure outcome is not taken back.
    /// - Throws: ``StoreErrorCode/notFound`` for an attempt that never started.
    @discardableResult
    public func recordOutcome(
        logID: String,
        fence: Int64,
        outcome: AttemptOutcome,
        mediaURL: String? = nil,
        at: Date
    ) async throws -> Bool {
        try await change(logID: logID, fence: fence, at: at, mediaURL: mediaURL) { $0.answer(outcome) }
    }

    /// The owner has committed the outcome.
    ///
    /// - Returns: Whether anything changed.
    /// - Throws: ``StoreErrorCode/notFound`` for an attempt that never started.
    @discardableResult
    public func confirm(logID: String, fence: Int64, at: Date) async throws -> Bool {
        try await change(logID: logID, fence: fence, at: at) { $0.confirm() }
    }

    /// Outcomes that the owner has not confirmed, oldest first, to be told again.
    public func unconfirmedOutcomes(limit: Int) async throws -> [StoredAttempt] {
        try await fetch(
            "WHERE confirmed = 0 AND outcome IS NOT NULL ORDER BY answered_at, rowid LIMIT ?",
            [limit]
        )
    }

    /// Attempts that may have reached the destination without an answer here: look the record up, or send it again with
    /// the same log id.
    public func unansweredAttempts(logID: String) async throws -> [StoredAttempt] {
        try await fetch("WHERE log_id = ? AND (outcome IS NULL OR possibly_sent = 1) ORDER BY fence", [logID])
    }

    /// All attempts without an outcome; right after the start these are the ones that a crash cut off.
    public func interruptedAttempts(limit: Int) async throws -> [StoredAttempt] {
        try await fetch("WHERE outcome IS NULL ORDER BY started_at, rowid LIMIT ?", [limit])
    }

    /// Deletes confirmed attempts that started before a date, and returns how many.
    @discardableResult
    public func deleteConfirmed(before: Date) async throws -> Int {
        try await writer.write { database in
            try database.executeCached(
                sql: "DELETE FROM attempts WHERE confirmed = 1 AND started_at < ?",
                arguments: [StoreTime.milliseconds(before)]
            )
            return database.changesCount
        }
    }
}
