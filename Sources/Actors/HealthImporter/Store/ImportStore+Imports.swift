public import FoundationEssentials
internal import GRDB
internal import Outbox
internal import StoreEngine

extension ImportStore {
    /// Saves an import, new or changed; of those that have ended some 1,000 are kept.
    public func save(_ entry: StoredImport) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    INSERT INTO imports (id, seat, path, is_open, facts) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET is_open = excluded.is_open, facts = excluded.facts
                    """,
                arguments: [entry.id, entry.seat, entry.path, entry.isOpen, entry.facts]
            )
            try database.executeCached(
                sql: "DELETE FROM imports WHERE is_open = 0 AND number <= (SELECT max(number) FROM imports) - 1000"
            )
        }
    }

    /// A seat's imports of which something is left to be done or told, oldest first.
    public func openImports(seat: String, limit: Int = 1_000) async throws -> [StoredImport] {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT * FROM imports WHERE is_open = 1 AND seat = ? ORDER BY number LIMIT ?",
                arguments: [seat, limit]
            ).map(StoredImport.init(row:))
        }
    }

    /// The seats that have such imports, the one with the oldest first.
    public func seatsWithImports() async throws -> [String] {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT seat FROM imports WHERE is_open = 1 GROUP BY seat ORDER BY min(number)"
            )
            .map { try $0.value("seat") }
        }
    }

    /// The files of a seat's such imports.
    public func openPaths(seat: String) async throws -> Set<String> {
        try await writer.read { database in
            let rows = try database.rowsCached(
                sql: "SELECT path FROM imports WHERE is_open = 1 AND seat = ?",
                arguments: [seat]
            )
            return Set(try rows.map { try $0.value("path") as String })
        }
    }

    /// The latest imports, of a seat or of all, 50 at most.
    public func latestImports(seat: String? = nil) async throws -> [StoredImport] {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT * FROM imports WHERE ?1 IS NULL OR seat = ?1 ORDER BY number DESC LIMIT 50",
                arguments: [seat]
            ).map(StoredImport.init(row:))
        }
    }

    /// An import by its id.
    public func storedImport(_ id: String) async throws -> StoredImport? {
        try await writer.read { database in
            try database.rowCached(sql: "SELECT * FROM imports WHERE id = ?", arguments: [id])
                .map(StoredImport.init(row:))
        }
    }

    // MARK: Files

    /// What is remembered of a seat's files.
    public func files(seat: String) async throws -> [String: ImportedFile] {
        try await writer.read { database in
            let rows = try database.rowsCached(sql: "SELECT * FROM files WHERE seat = ?", arguments: [seat])
            let files = try rows.map { try ImportedFile(row: $0) }
            return Dictionary(files.map { ($0.path, $0) }) { $1 }
        }
    }

    /// Notes that a file was seen as it is now; one that is known as it is stays.
    public func noteSeen(_ path: String, seat: String, stamp: String, at: Date) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    INSERT INTO files (path, seat, stamp, first_seen) VALUES (?, ?, ?, ?)
                    ON CONFLICT (path) DO UPDATE SET
                        seat = excluded.seat, stamp = excluded.stamp, first_seen = excluded.first_seen, choice = NULL
                    WHERE files.stamp <> excluded.stamp OR files.seat <> excluded.seat
                    """,
                arguments: [path, seat, stamp, StoreTime.milliseconds(at)]
            )
        }
    }

    /// Notes for which session and types a file was dealt with; a file that has changed meanwhile stays as it is.
    public func noteDone(_ path: String, stamp: String, choice: String) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: "UPDATE files SET choice = ? WHERE path = ? AND stamp = ?",
                arguments: [choice, path, stamp]
            )
        }
    }

    /// Forgets a file that was taken away.
    public func forget(_ path: String) async throws {
        try await writer.write { database in
            try database.executeCached(sql: "DELETE FROM files WHERE path = ?", arguments: [path])
        }
    }

    // MARK: Folders

    /// The folders that operators have added: paths and their seats.
    public func folders() async throws -> [String: String] {
        try await writer.read { database in
            let rows = try database.rowsCached(sql: "SELECT path, seat FROM folders")
            return Dictionary(try rows.map { (try $0.value("path"), try $0.value("seat")) }) { $1 }
        }
    }

    /// Replaces a seat's folders.
    public func setFolders(_ paths: [String], seat: String) async throws {
        try await writer.write { database in
            try database.executeCached(sql: "DELETE FROM folders WHERE seat = ?", arguments: [seat])
            for path in paths {
                try database.executeCached(
                    sql: "INSERT OR REPLACE INTO folders (path, seat) VALUES (?, ?)",
                    arguments: [path, seat]
                )
            }
        }
    }

    // MARK: Leaving

    /// How many imports have not ended.
    public func openImportCount() async throws -> Int {
        try await writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM imports WHERE is_open = 1") ?? 0 }
    }

    /// Takes from the store what another site would take for its own; an import that is open knows its person by itself.
    ///
    /// A folder is watched for a seat, and that of another site may be another person's: folders are added anew there.
    public func releaseFromSite() async throws {
        try await writer.write { try $0.execute(sql: "DELETE FROM folders") }
        try await outbox.leaving.releaseFromSite()
    }

    // MARK: Erasing

    /// Erases what is remembered of a seat's persons for good; what the outbox still has of the seat too.
    ///
    /// - Returns: How many marks and how many waiting records there were.
    /// - Throws: ``StoreErrorCode/locked`` when all is deleted but the log could not be emptied; a repeat empties it.
    public func erase(seat: String) async throws -> (marks: Int, readings: Int) {
        let waiting = try await outbox.rows(ofSeat: seat).map(\.item)
        let marks = try await writer.write { database in
            // A person who has another seat too is still there.
            let only = "person IN (SELECT person FROM seats GROUP BY person HAVING count(*) = 1 AND min(seat) = ?)"
            try database.executeCached(sql: "DELETE FROM given WHERE \(only)", arguments: [seat])
            let marks = database.changesCount
            try database.executeCached(sql: "DELETE FROM kept WHERE \(only)", arguments: [seat])
            try database.executeCached(sql: "DELETE FROM digests WHERE \(only)", arguments: [seat])
            try database.executeCached(
                sql:
                    "UPDATE people SET fingerprint = NULL, zone = NULL WHERE id IN (SELECT person FROM seats WHERE \(only))",
                arguments: [seat]
            )
            for table in ["seats", "imports", "files"] {
                try database.executeCached(sql: "DELETE FROM \(table) WHERE seat = ?", arguments: [seat])
            }
            return marks
        }
        return (marks, try await outbox.erase(frames: [], readings: waiting))
    }
}

extension StoredImport {
    /// Reads a row of `imports`.
    init(row: Row) throws {
        self.init(
            id: try row.value("id"),
            seat: try row.value("seat"),
            path: try row.value("path"),
            isOpen: try row.value("is_open"),
            facts: try row.value("facts")
        )
    }
}

extension ImportedFile {
    /// Reads a row of `files`.
    init(row: Row) throws {
        path = try row.value("path")
        seat = try row.value("seat")
        stamp = try row.value("stamp")
        firstSeen = StoreTime.date(try row.value("first_seen"))
        choice = try row.optional("choice")
    }
}
