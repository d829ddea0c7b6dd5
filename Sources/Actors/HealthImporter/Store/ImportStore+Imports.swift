public import FoundationEssentials
internal import GRDB
internal import Outbox
internal import StoreEngine

extension ImportStore {
    /// Saves a new or changed import; about 1,000 ended ones are kept.
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

    /// A seat's open imports, which are not done or whose end is not published, oldest first.
    public func openImports(seat: String, limit: Int = 1_000) async throws -> [StoredImport] {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT * FROM imports WHERE is_open = 1 AND seat = ? ORDER BY number LIMIT ?",
                arguments: [seat, limit]
            ).map(StoredImport.init(row:))
        }
    }

    /// The seats with open imports, the one with the oldest first.
    public func seatsWithImports() async throws -> [String] {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT seat FROM imports WHERE is_open = 1 GROUP BY seat ORDER BY min(number)"
            )
            .map { try $0.value("seat") }
        }
    }

    /// The files of a seat's open imports.
    public func openPaths(seat: String) async throws -> Set<String> {
        try await writer.read { database in
            let rows = try database.rowsCached(
                sql: "SELECT path FROM imports WHERE is_open = 1 AND seat = ?",
                arguments: [seat]
            )
            return Set(try rows.map { try $0.value("path") as String })
        }
    }

    /// The latest imports of one seat or of all, at most 50.
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

    /// The stored state of a seat's files.
    public func files(seat: String) async throws -> [String: ImportedFile] {
        try await writer.read { database in
            let rows = try database.rowsCached(sql: "SELECT * FROM files WHERE seat = ?", arguments: [seat])
            let files = try rows.map { try ImportedFile(row: $0) }
            return Dictionary(files.map { ($0.path, $0) }) { $1 }
        }
    }

    /// Records a file's current stamp; an unchanged file keeps its entry.
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

    /// Records the person and types for which a file was processed, unless the file has changed since.
    public func noteDone(_ path: String, stamp: String, choice: String) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: "UPDATE files SET choice = ? WHERE path = ? AND stamp = ?",
                arguments: [choice, path, stamp]
            )
        }
    }

    /// Forgets a deleted file.
    public func forget(_ path: String) async throws {
        try await writer.write { database in
            try database.executeCached(sql: "DELETE FROM files WHERE path = ?", arguments: [path])
        }
    }

    // MARK: Folders

    /// The folders that operators have added, with their seats, by path.
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

    /// The number of imports that have not ended.
    public func openImportCount() async throws -> Int {
        try await writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM imports WHERE is_open = 1") ?? 0 }
    }

    /// Removes data that is not valid at another site; open imports name their person themselves.
    ///
    /// Folders are watched for a seat, and the same seat at another site may be another person's, so they must be added
    /// again.
    public func releaseFromSite() async throws {
        try await writer.write { try $0.execute(sql: "DELETE FROM folders") }
        try await outbox.leaving.releaseFromSite()
    }

    // MARK: Erasing

    /// Permanently erases the data about a seat's persons, including the seat's records in the outbox.
    ///
    /// - Returns: The numbers of erased marks and waiting records.
    /// - Throws: ``StoreErrorCode/locked`` if all is deleted but the log could not be emptied; a repeat empties it.
    public func erase(seat: String) async throws -> (marks: Int, readings: Int) {
        let waiting = try await outbox.rows(ofSeat: seat).map(\.item)
        let marks = try await writer.write { database in
            // Keep a person who also has another seat.
            let only = "person IN (SELECT person FROM seats GROUP BY person HAVING count(*) = 1 AND min(seat) = ?)"
            try database.executeCached(sql: "DELETE FROM given WHERE \(only)", arguments: [seat])
            let marks = database.changesCount
            try database.executeCached(sql: "DELETE FROM kept WHERE \(only)", arguments: [seat])
            try database.executeCached(
                sql: """
                    DELETE FROM digests WHERE digest NOT LIKE '\(Self.tokenPrefix)%'
                        AND digest NOT LIKE '\(Self.folderPrefix)%' AND \(only)
                    """,
                arguments: [seat]
            )
            try database.executeCached(
                sql:
                    "UPDATE people SET fingerprint = NULL, zone = NULL WHERE id IN (SELECT person FROM seats WHERE \(only))",
                arguments: [seat]
            )
            for table in ["seats", "imports", "files"] {
                try database.executeCached(sql: "DELETE FROM \(table) WHERE seat = ?", arguments: [seat])
            }
            // A file in the seat's folder may still be the erased person's, so the next person must not get it.
            try database.executeCached(
                sql: "INSERT OR IGNORE INTO seats (seat, person) VALUES (?, ?)",
                arguments: [seat, Self.erasedPerson]
            )
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
