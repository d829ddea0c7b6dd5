public import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import SystemPackage

/// Why a store must not be used as it is: its witness is ahead of the file.
public struct StoreDoubt: Sendable, Hashable {
    /// The mark in the witness; nil if a store with commits has no witness.
    public let witness: StoreMark?
    /// The mark in the file; nil if the file is missing, empty or of an older version.
    public let found: StoreMark?
    /// The database file.
    public let path: String
    /// Whether a worker or a producer, not the witness, has seen the newer store.
    public var isSeen = false

    /// Creates a doubt.
    package init(witness: StoreMark?, found: StoreMark?, path: String, isSeen: Bool = false) {
        self.witness = witness
        self.found = found
        self.path = path
        self.isSeen = isSeen
    }

    /// The problem, as a message for people.
    public var words: String {
        let none = "no records are accepted or delivered"
        guard let witness else {
            return
                "the session manager's database was copied here without its witness file; it may be older "
                + "than the delivered records: \(none)"
        }
        guard let found else {
            return "the session manager's database is missing or empty, but had \(witness.counter) commits: \(none)"
        }
        guard found.id == witness.id else {
            return "the session manager's database is not the one that was used here before: \(none)"
        }
        if isSeen {
            return "another process has seen a newer session manager's database than this one (start "
                + "\(witness.start ?? 0), commit \(witness.counter)): \(none)"
        }
        let ended = found.lastCommit.map { " of \($0.formatted(.iso8601))" } ?? ""
        return "the session manager's database is an older copy: it ends with commit \(found.counter)\(ended), and "
            + "\(witness.counter) were made (an old file, or its write-ahead log was lost): \(none)"
    }

    /// The two ways to resolve it.
    public var wayOut: String {
        let since = found?.lastCommit ?? Date(timeIntervalSince1970: 0)
        return "restore the newer \(path) with its -wal file; or accept this one with "
            + "'vitalbus restore --accept-from \(since.formatted(.iso8601))': readings since then are held, earlier "
            + "sessions end; start them again with 'vitalbus session start'"
    }

    /// The error of the store's owner.
    package var error: StoreError {
        StoreError(code: .notNewest, message: "\(words); \(wayOut)", path: path, isRetriable: false)
    }

    /// Compares a database with its witness; changes neither.
    ///
    /// - Returns: Nil if there is no doubt, and for a damaged file, which is reported when it is opened.
    public static func find(database path: String, witness file: String) -> StoreDoubt? {
        let witness = StoreWitness.read(file)
        let found: StoreMark?
        do { found = try mark(path) } catch { return nil }
        if let seen = seen(witness: file), let found {
            // The witness was set back with the file, and has since counted the older copy's commits, not the newer one's.
            return has(seen, path: path) ? nil : StoreDoubt(witness: seen, found: found, path: path, isSeen: true)
        }
        switch (witness, found) {
        case (nil, nil): return nil
        case (nil, let found?): return found.counter > 0 ? StoreDoubt(witness: nil, found: found, path: path) : nil
        case (let witness?, let found):
            guard witness.counter > 0 else { return nil }
            if let found, found.hasAll(of: witness) { return nil }
            return StoreDoubt(witness: witness, found: found, path: path)
        }
    }

    /// The doubts about the session managers' databases of a state directory.
    public static func find(in state: String) -> [StoreDoubt] {
        let suffix = StoreConfiguration.witnessSuffix
        // Absent is nil: a missing state directory has no stores.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
        let folders = Set(names.map { $0.hasSuffix(suffix) ? String($0.dropLast(suffix.count)) : $0 })
        return folders.sorted().filter { $0.contains(".session-manager.") }.compactMap { name in
            find(database: "\(state)/\(name)/session-manager.sqlite", witness: "\(state)/\(name)\(suffix)")
        }
    }

    /// The file with the newer mark that another process has seen.
    private static func place(witness: String) -> String { "\(witness).seen" }

    package static func note(_ seen: StoreMark, witness: String) throws {
        let path = place(witness: witness)
        try JSONEncoder().encode(seen).write(to: URL(filePath: path), options: .atomic)
        guard StoreWitness.flush(path) else { throw StoreFile.fileError(Errno.ioError.rawValue, path: path) }
    }

    /// Deletes a settled doubt: the newer store is back, or a person has accepted this one.
    package static func forget(witness: String) { try? FileManager.default.removeItem(atPath: place(witness: witness)) }

    private static func seen(witness: String) -> StoreMark? {
        // Absent is nil: a missing state directory has no stores.
        guard let data = try? Data(contentsOf: URL(filePath: place(witness: witness))) else { return nil }
        // Absent is nil: the caller skips unreadable files.
        return try? JSONDecoder().decode(StoreMark.self, from: data)
    }

    /// Whether a database contains a seen mark; an unreadable one is reported when it is opened.
    private static func has(_ seen: StoreMark, path: String) -> Bool {
        // Absent is nil: an unreadable file is reported when it is opened.
        (try? read(path) { try StoreMark.has(seen, in: $0) }) ?? true
    }

    private static func mark(_ path: String) throws -> StoreMark? {
        guard StoreFile.size(path) > 0 else { return nil }
        return try read(path) { try StoreMark.fetch($0) }
    }

    private static func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
        var settings = Configuration()
        settings.readonly = true
        let database = try DatabaseQueue(path: path, configuration: settings)
        defer { try? database.close() }
        return try database.read(body)
    }
}
