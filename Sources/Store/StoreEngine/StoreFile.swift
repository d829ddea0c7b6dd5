internal import Dispatch
internal import FoundationEssentials
package import GRDB

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Opens a store's file, with its mode, durability settings, check and migrations.
///
/// It never deletes or replaces a file.
package enum StoreFile {
    /// Opens the file and returns its writer.
    ///
    /// - Parameter mending: Rules for unreadable rows, in addition to those of the kind.
    /// - Throws: ``StoreError``.
    package static func open(
        _ configuration: StoreConfiguration,
        kind: StoreKind,
        mending: [RowMending] = []
    ) async throws -> GroupCommitWriter {
        let isChecked = mustCheckFirst(configuration)
        let (database, hasUnreadableRows) = try await openDatabase(
            configuration,
            kind: kind,
            mending: kind.mending + mending
        )
        let writer = GroupCommitWriter(
            database: database,
            configuration: configuration,
            mending: kind.mending + mending
        )
        if hasUnreadableRows { _ = try await writer.mendRows() }
        if !isChecked { await writer.checkBesideWork() }
        return writer
    }

    /// Whether the file must be checked before use.
    ///
    /// SQLite removes the log when the last connection closes cleanly. After such an end a large file is checked in the
    /// background, so that it does not delay the start for seconds.
    package static func mustCheckFirst(_ configuration: StoreConfiguration) -> Bool {
        size(configuration.path) <= configuration.checkLimit || size(configuration.path + "-wal") > 0
    }

    package static func size(_ path: String) -> Int {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return 0 }
        return Int(clamping: facts.st_size)
    }

    /// Opens the file on a separate thread, because the check of a large file is slow.
    package static func openDatabase(
        _ configuration: StoreConfiguration,
        kind: StoreKind,
        mending: [RowMending] = []
    ) async throws -> (DatabasePool, hasUnreadableRows: Bool) {
        try await withCheckedThrowingContinuation { caller in
            DispatchQueue(label: "vitalbus.store.open").async {
                do {
                    caller.resume(returning: try openNow(configuration, kind: kind, mending: mending))
                } catch {
                    caller.resume(throwing: StoreError(error, path: configuration.path))
                }
            }
        }
    }

    /// Every finding of `PRAGMA integrity_check`; empty if the file is sound.
    ///
    /// It is slow on large files, so it runs only on demand.
    package static func integrityFindings(_ database: Database) throws -> [String] {
        try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    }

    private static func openNow(
        _ configuration: StoreConfiguration,
        kind: StoreKind,
        mending: [RowMending]
    ) throws -> (DatabasePool, hasUnreadableRows: Bool) {
        try makeFolder(of: configuration.path)
        try makeFile(configuration.path)
        let hasUnreadableRows = try inspect(configuration, kind: kind, mending: mending)
        var settings = settings(configuration, kind: kind)
        settings.maximumReaderCount = 2
        let database = try DatabasePool(path: configuration.path, configuration: settings)
        try database.writeWithoutTransaction { database in
            // GRDB sets NORMAL for WAL, which may lose the last commits in a power cut. Deleted data is overwritten,
            // because it is about people's health.
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL;
                    PRAGMA secure_delete = ON;
                    PRAGMA journal_size_limit = 67108864;
                    """
            )
        }
        try kind.migrator.migrate(database)
        try database.writeWithoutTransaction { try mark($0, as: kind) }
        return (database, hasUnreadableRows)
    }
}

// MARK: - Checks

extension StoreFile {
    private static func settings(_ configuration: StoreConfiguration, kind: StoreKind) -> Configuration {
        let (seconds, attoseconds) = configuration.busyTimeout.components
        var settings = Configuration()
        settings.busyMode = .timeout(Double(seconds) + Double(attoseconds) / 1e18)
        // Otherwise GRDB traps when the disk fails during a ROLLBACK. The writer rolls back before its next
        // transaction.
        settings.allowsUnsafeTransactions = true
        settings.label = "vitalbus.store.\(kind.name)"
        // A savepoint or a sort that outgrows its buffer would go to a file in /var/tmp. That is slow, the disk may be
        // full, and it would hold people's records (https://www.sqlite.org/tempfiles.html, section 2.3 and 6).
        // The size of pages counts only before the file has any
        // (https://www.sqlite.org/pragma.html#pragma_page_size).
        settings.prepareDatabase { [size = kind.pageSize] in
            try $0.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA page_size = \(size)")
        }
        return settings
    }

    /// Checks the file without changing it: a damaged or foreign file stays as it is.
    ///
    /// A kill or a power cut during the file's creation leaves SQLite's journal, which must be rolled back before any
    /// read. A read-only connection would then fail at every start.
    ///
    /// - Returns: Whether it has unreadable rows that can be mended.
    private static func inspect(
        _ configuration: StoreConfiguration,
        kind: StoreKind,
        mending: [RowMending]
    ) throws -> Bool {
        var settings = settings(configuration, kind: kind)
        settings.readonly = size(configuration.path + "-journal") == 0
        let database = try DatabaseQueue(path: configuration.path, configuration: settings)
        let hasUnreadableRows = try database.inDatabase { database in
            try checkKind(database, kind: kind, path: configuration.path)
            guard mustCheckFirst(configuration) else { return false }
            return try quickCheck(database, mending: mending, path: configuration.path)
        }
        try database.close()
        return hasUnreadableRows
    }

    private static func checkKind(_ database: Database, kind: StoreKind, path: String) throws {
        let mark = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        let hasMigrations = try database.tableExists("grdb_migrations")
        guard mark == kind.applicationID || (mark == 0 && (tables == 0 || hasMigrations)) else {
            throw StoreError(
                code: .wrongStore,
                message: "the file is not a \(kind.name) store; check the configured path",
                path: path,
                isRetriable: false
            )
        }
        let found = try kind.migrator.appliedIdentifiers(database)
        try checkVersion(found, additive: SchemaVersion.additive(in: database), of: kind, path: path)
    }

    private static func checkVersion(
        _ found: Set<String>,
        additive: Set<String>,
        of kind: StoreKind,
        path: String
    ) throws {
        let known = kind.versions.map(\.name)
        guard found.isEmpty || found.contains(known[0]) else {
            throw StoreError(
                code: .unreleasedSchema,
                message: """
                    a build from before the first release has written this \(kind.name) store; let that build deliver \
                    its records, then move the state directory away and begin with an empty one
                    """,
                path: path,
                isRetriable: false
            )
        }
        guard found.subtracting(additive).isSubset(of: known) else {
            throw StoreError(
                code: .newerSchema,
                message:
                    "a newer version wrote this \(kind.name) store; install that version or restore a backup",
                path: path,
                isRetriable: false
            )
        }
    }

    private static func mark(_ database: Database, as kind: StoreKind) throws {
        guard try Int32.fetchOne(database, sql: "PRAGMA application_id") != kind.applicationID else { return }
        try database.execute(sql: "PRAGMA application_id = \(kind.applicationID)")
    }

    /// Searches for damage with SQLite's quick check.
    ///
    /// - Returns: Whether there are unreadable rows that can be mended.
    /// - Throws: ``StoreError`` `corrupt` for any other damage.
    package static func quickCheck(
        _ database: Database,
        mending: [RowMending] = [],
        path: String
    ) throws -> Bool {
        let findings = try String.fetchAll(database, sql: "PRAGMA quick_check").filter { $0 != "ok" }
        // For example "non-INTEGER value in queue.revision"
        // (https://www.sqlite.org/pragma.html#pragma_integrity_check).
        let others = findings.filter { finding in !mending.contains { finding.contains(" value in \($0.table).") } }
        guard others.isEmpty else {
            throw StoreError(
                code: .corrupt,
                message: "the file is damaged; keep it, restore a backup or move it away and start with an empty one",
                path: path,
                isRetriable: false
            )
        }
        return !findings.isEmpty
    }
}

// MARK: - Files

extension StoreFile {
    private static func makeFolder(of path: String) throws {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        try makeFolder(String(path[..<slash]))
    }

    /// Creates a missing folder and its parents with mode 0700, and flushes their names.
    ///
    /// An unflushed name would lose the commits below it in a power cut.
    package static func makeFolder(_ folder: String) throws {
        guard !FileManager.default.fileExists(atPath: folder) else { return }
        try makeFolder(of: folder)
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            guard StoreWitness.flushFolder(of: folder) else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            throw StoreError(
                code: .cannotOpen,
                message: "its folder cannot be created; create it for this user with mode 0700",
                path: folder,
                isRetriable: false
            )
        }
    }

    /// Creates the file with mode 0600 before SQLite opens it; SQLite gives `-wal` and `-shm` the same mode.
    private static func makeFile(_ path: String) throws {
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fileError(errno, path: path) }
        defer { Glibc.close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw fileError(errno, path: path) }
    }

    package static func fileError(_ number: Int32, path: String) -> StoreError {
        switch number {
        case EACCES, EPERM, EROFS:
            StoreError(
                code: .readOnly,
                message: "the file or its folder is not writable; check owner, mode and mount",
                path: path,
                sourceCode: number,
                isRetriable: false
            )
        case ENOSPC, EDQUOT:
            StoreError(
                code: .full,
                message: "the disk is full, or has no free inodes (df -i); free some space",
                path: path,
                sourceCode: number,
                isRetriable: true
            )
        default:
            StoreError(
                code: .cannotOpen,
                message: "the file cannot be opened or created; check that its folder exists",
                path: path,
                sourceCode: number,
                isRetriable: false
            )
        }
    }
}
