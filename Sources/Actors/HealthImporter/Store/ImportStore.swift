public import DeliveryRules
public import FoundationEssentials
internal import GRDB
public import Outbox
public import StoreEngine

/// An importer's durable store: its outbox, and the marks of what it has handed over for each person.
///
/// Each call is one transaction and returns after its commit. Calls throw ``StoreError``, or `CancellationError` before
/// they start.
public struct ImportStore: Sendable {
    /// What distinguishes a token's hash among the claimed digests from a file's; its claim outlives the person's
    /// erasure, because their phone may continue to post.
    public static let tokenPrefix = "token-"
    /// The same for the hash of a watched folder.
    public static let folderPrefix = "folder-"

    /// Stands for all erased persons of a seat; the numbers of persons begin at 1.
    static let erasedPerson: Int64 = 0

    package let writer: GroupCommitWriter
    /// The outbox in the same file.
    public let outbox: OutboxStore

    /// Opens or creates the file.
    public static func open(_ configuration: StoreConfiguration) async throws -> ImportStore {
        let writer = try await StoreFile.open(configuration, kind: .imports)
        return ImportStore(writer: writer, outbox: OutboxStore(writer: writer))
    }

    // MARK: People

    /// The number of a person, who is recorded at a seat.
    ///
    /// - Parameter person: The session's user as a keyed hash.
    public func person(_ person: String, seat: String) async throws -> Int64 {
        try await writer.write { database in
            try database.executeCached(sql: "INSERT OR IGNORE INTO people (person) VALUES (?)", arguments: [person])
            let row = try database.rowCached(sql: "SELECT id FROM people WHERE person = ?", arguments: [person])
            let id: Int64 = try row?.value("id") ?? 0
            try database.executeCached(
                sql: "INSERT OR IGNORE INTO seats (seat, person) VALUES (?, ?)",
                arguments: [seat, id]
            )
            return id
        }
    }

    /// Whether a seat had other persons before.
    public func hadOthers(_ seat: String, than person: Int64) async throws -> Bool {
        try await writer.read { database in
            try database.rowCached(
                sql: "SELECT 1 FROM seats WHERE seat = ? AND person <> ? LIMIT 1",
                arguments: [seat, person]
            ) != nil
        }
    }

    /// Claims a file for a person, unless it is another person's.
    ///
    /// - Parameters:
    ///   - digest: The file's digest.
    ///   - fingerprint: The person named in the file, as a salted hash; nil if it names none.
    ///   - isConfirmed: Whether an operator has confirmed that the file is this person's.
    public func claim(
        digest: String,
        fingerprint: String?,
        person: Int64,
        isConfirmed: Bool = false
    ) async throws -> ImportClaim {
        try await writer.write { database in
            let claim = try Self.judge(digest, fingerprint: fingerprint, person: person, in: database)
            guard claim == .granted || isConfirmed else { return claim }
            try database.executeCached(
                sql: "INSERT OR REPLACE INTO digests (digest, person) VALUES (?, ?)",
                arguments: [digest, person]
            )
            if let fingerprint {
                try database.executeCached(
                    sql: "UPDATE people SET fingerprint = ? WHERE id = ?",
                    arguments: [fingerprint, person]
                )
            }
            return .granted
        }
    }

    private static func judge(
        _ digest: String,
        fingerprint: String?,
        person: Int64,
        in database: Database
    ) throws -> ImportClaim {
        let known = try database.rowCached(sql: "SELECT person FROM digests WHERE digest = ?", arguments: [digest])
        if let known, try known.value("person", as: Int64.self) != person { return .anotherPersonsFile }
        guard let fingerprint else { return .granted }
        let row = try database.rowCached(sql: "SELECT fingerprint FROM people WHERE id = ?", arguments: [person])
        let first: String? = try row?.optional("fingerprint")
        if let first { return first == fingerprint ? .granted : .namesAnother }
        let other = try database.rowCached(
            sql: "SELECT 1 FROM people WHERE fingerprint = ? AND id <> ?",
            arguments: [fingerprint, person]
        )
        return other == nil ? .granted : .namedForAnother
    }

    // MARK: Records

    /// The marks of records, by key.
    public func marks(_ keys: [String], person: Int64) async throws -> [String: ImportMark] {
        try await writer.read { database in
            var marks: [String: ImportMark] = [:]
            for key in keys {
                let row = try database.rowCached(
                    sql: "SELECT * FROM given WHERE person = ? AND reading_key = ?",
                    arguments: [person, key]
                )
                guard let row else { continue }
                marks[key] = ImportMark(
                    readingKey: key,
                    revision: try row.value("revision"),
                    checksum: try row.value("checksum"),
                    exportedAt: try row.value("exported_at"),
                    partAt: try row.value("part_at"),
                    dayValues: try row.optional("day_values")
                )
            }
            return marks
        }
    }

    /// Hands records over: adds each to the outbox together with its mark, or neither.
    ///
    /// - Parameters:
    ///   - readings: New records and revisions.
    ///   - marks: The marks of these, and of others whose time alone changed.
    ///   - facts: The import's progress after this batch.
    public func handOver(
        _ readings: [OutboxReading],
        marks: [ImportMark],
        person: Int64,
        import id: String,
        facts: Data,
        at: Date
    ) async throws {
        try await writer.write { database in
            _ = try OutboxReading.save(readings, to: database, at: at)
            for mark in marks {
                try database.executeCached(
                    sql: """
                        INSERT OR REPLACE INTO given
                            (person, reading_key, revision, checksum, exported_at, part_at, day_values)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        person, mark.readingKey, mark.revision, mark.checksum, mark.exportedAt, mark.partAt,
                        mark.dayValues,
                    ]
                )
            }
            try database.executeCached(sql: "UPDATE imports SET facts = ? WHERE id = ?", arguments: [facts, id])
        }
    }

    /// Records revisions that the session manager has but this file lacks, because it was restored or recreated.
    ///
    /// The next export's version of such a record always counts as changed, with a newer revision.
    ///
    /// - Returns: The number of unknown revisions.
    public func noteNewer(_ items: [OutboxItem]) async throws -> Int {
        try await writer.write { database in
            try items.reduce(0) { count, item in
                try database.executeCached(
                    sql: """
                        UPDATE given SET revision = ?1, checksum = x''
                        WHERE person IN (SELECT id FROM people) AND reading_key = ?2 AND revision < ?1
                        """,
                    arguments: [item.revision, item.readingKey]
                )
                return count + database.changesCount
            }
        }
    }

    /// The number of records whose newest revision this file lacks, and that have not been imported since.
    public func forgottenCount() async throws -> Int {
        try await writer.read { database in
            try Int.fetchOne(database.cachedStatement(sql: "SELECT count(*) FROM given WHERE checksum = x''")) ?? 0
        }
    }

    /// Closes the file.
    public func close() async throws { try await outbox.close() }
}
