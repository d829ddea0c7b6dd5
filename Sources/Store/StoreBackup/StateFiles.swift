internal import Crypto
internal import DeliveryRules
internal import Foundation
internal import GRDB
internal import StoreEngine

/// The files of a state directory that a backup includes.
struct StateFiles {
    let state: String

    /// The databases, in the order of copying.
    ///
    /// A reading's sender is copied before its receiver, so that a reading in transit is in both copies rather than in
    /// neither.
    func databases() throws -> [String] {
        try files { $0.hasSuffix(".sqlite") }.sorted { (rank($0), $0) < (rank($1), $1) }
    }

    /// The files other than databases.
    func others(withKey: Bool) throws -> [String] {
        let top: [String] = ["settings.json", "vitalbus.yaml"] + (withKey ? ["site-key"] : [])
        let own = top.filter { FileManager.default.fileExists(atPath: "\(state)/\($0)") }
        let left = [".sqlite", ".sqlite-wal", ".sqlite-shm", ".sqlite-journal", ".new", ".part", ".lock"]
        return own
            + (try files { path in
                !left.contains { path.hasSuffix($0) }
                    && !path.dropFirst(path.prefix { $0 != "/" }.count).hasPrefix("/log")
            }).sorted()
    }

    private func rank(_ path: String) -> Int {
        if path.contains(".session-manager.") { return 1 }
        return path.contains(".uploader.") ? 2 : 0
    }

    /// The folders of actors (`{hub}.{actor}.{instance}`), of a server's site, and of a hub's membership.
    func folders() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: state).filter { name in
            var isFolder: ObjCBool = false
            let isThere = unsafe FileManager.default.fileExists(atPath: "\(state)/\(name)", isDirectory: &isFolder)
            let isActors = name.split(separator: ".", omittingEmptySubsequences: false).count == 3
            return isThere && isFolder.boolValue && !name.hasPrefix(".")
                && (isActors || ["site", "membership"].contains(name))
        }
    }

    private func files(_ isWanted: (String) -> Bool) throws -> [String] {
        try folders().flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: "\(state)/\(folder)").map { "\(folder)/\($0)" }
                .filter { path in
                    // Absent is nil: a missing folder has no files.
                    let type = try? FileManager.default.attributesOfItem(atPath: "\(state)/\(path)")[.type]
                    return type as? FileAttributeType == .typeRegular && isWanted(path)
                }
        }
    }

    /// Size and checksum of a file, a piece at a time.
    static func facts(_ path: String) throws -> (size: Int, sha256: String) {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        var (size, sum) = (0, SHA256())
        while let bytes = try file.read(upToCount: 65_536), !bytes.isEmpty {
            size += bytes.count
            sum.update(data: bytes)
        }
        return (size, hex(sum.finalize()))
    }

    static func hex(_ digest: SHA256.Digest) -> String {
        digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Copies a database while others use it, by SQLite's online backup.
    ///
    /// - Throws: `StoreError`, which says whether the disk is full.
    static func copy(_ database: String, to copy: String) throws {
        var settings = Configuration()
        settings.readonly = true
        settings.busyMode = .timeout(10)
        do {
            let source = try DatabaseQueue(path: database, configuration: settings)
            let target = try DatabaseQueue(path: copy)
            try source.backup(to: target)
            try target.close()
            try source.close()
        } catch { throw StoreError(error, path: database) }
    }

    /// Checks a copy and returns its newest migration and its mark.
    ///
    /// - Throws: ``BackupError``.
    static func inspect(_ copy: String, called name: String) throws -> (migration: String, mark: StoreMark?) {
        var settings = Configuration()
        settings.readonly = true
        let database = try DatabaseQueue(path: copy, configuration: settings)
        defer { try? database.close() }
        return try database.read { database in
            guard try String.fetchAll(database, sql: "PRAGMA quick_check(1)") == ["ok"] else {
                throw BackupError(.unreadable, message: "\(name) is damaged")
            }
            let newest = "SELECT identifier FROM grdb_migrations ORDER BY rowid DESC LIMIT 1"
            let migration = try database.tableExists("grdb_migrations") ? String.fetchOne(database, sql: newest) : nil
            return (migration ?? "", try StoreMark.fetch(database))
        }
    }
}
