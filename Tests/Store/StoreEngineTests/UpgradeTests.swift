import Foundation
import GRDB
import Outbox
import StoreSupport
import Testing

@testable import StoreEngine

/// Upgrades a store of one release to the next.
@Suite struct UpgradeTests {
    private static let first = SchemaVersion(
        "0.1.0-notes",
        statements:
            "CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;"
    )
    /// It moves rows to another table, so that an interrupted migration would show.
    private static let later = SchemaVersion(
        "0.2.0-notes",
        statements: """
            CREATE TABLE authors (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE) STRICT;
            INSERT INTO authors (name) SELECT DISTINCT text FROM notes;
            ALTER TABLE notes ADD COLUMN author INTEGER REFERENCES authors (id);
            UPDATE notes SET author = (SELECT id FROM authors WHERE name = notes.text);
            CREATE INDEX notes_author ON notes (author);
            """
    )
    private static let before = StoreKind(name: "notes", applicationID: 7, versions: [first])
    private static let after = StoreKind(name: "notes", applicationID: 7, versions: [first, later])

    private func writer(_ fixture: StoreFixture, _ kind: StoreKind = after) async throws -> GroupCommitWriter {
        try await StoreFile.open(fixture.configuration(), kind: kind)
    }

    /// Makes a file of the first release with notes of two authors, and returns its content.
    private func make(_ fixture: StoreFixture, notes: Int = 40) async throws -> [String] {
        let writer = try await writer(fixture, Self.before)
        try await writer.write { database in
            for number in 0..<notes {
                try database.execute(
                    sql: "INSERT INTO notes (text, bytes) VALUES (?, randomblob(200))",
                    arguments: ["author-\(number % 2)"]
                )
            }
        }
        try await writer.close()
        return try content(fixture.path())
    }

    /// The file's whole content as text.
    private func content(_ path: String) throws -> [String] {
        let database = try DatabaseQueue(path: path)
        defer { try? database.close() }
        return try database.read { database in
            let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            return try tables.sorted().flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" } + [table]
            }
        }
    }

    private func check(_ writer: GroupCommitWriter, notes: Int = 40) async throws {
        let found = try await writer.read { database in
            try String.fetchAll(
                database,
                sql: "SELECT authors.name FROM notes JOIN authors ON authors.id = notes.author ORDER BY notes.id"
            )
        }
        #expect(found == (0..<notes).map { "author-\($0 % 2)" })
    }

    private func refusal(_ fixture: StoreFixture, _ kind: StoreKind) async throws -> StoreError? {
        let bytes = FileManager.default.contents(atPath: fixture.path())
        let error = await #expect(throws: StoreError.self) { _ = try await writer(fixture, kind) }
        #expect(FileManager.default.contents(atPath: fixture.path()) == bytes, "the file stays as it was")
        return error
    }

    @Test func theNextReleaseTakesItOver() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        _ = try await make(fixture)
        for _ in 1...2 {
            let writer = try await writer(fixture)
            try await check(writer)
            try await writer.close()
        }
    }

    @Test func theReleaseBeforeRefusesIt() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try await writer(fixture).close()
        let error = try await refusal(fixture, Self.before)
        #expect(error?.code == .newerSchema)
        #expect(error?.message.contains("install that version or restore a backup") == true)
        #expect(error?.isRetriable == false)
    }

    /// A machine that goes back to the release before keeps its store, and what was written in between.
    @Test func theReleaseBeforeOpensWhatOnlyAdds() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let adding = SchemaVersion(
            "0.2.0-notes",
            statements: "ALTER TABLE notes ADD COLUMN mark TEXT; CREATE INDEX notes_mark ON notes (mark);",
            isAdditive: true
        )
        let next = StoreKind(name: "notes", applicationID: 7, versions: [Self.first, adding])
        let insert = "INSERT INTO notes (text, bytes) VALUES ('a', x'00')"
        for kind in [Self.before, next, Self.before, next] {
            let writer = try await writer(fixture, kind)
            try await writer.write { try $0.execute(sql: insert) }
            try await writer.close()
        }
        let last = try await writer(fixture, next)
        #expect(try await last.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM notes WHERE mark IS NULL") } == 4)
        try await last.close()
        // One that does more makes the file the newer release's, whatever was added before.
        let third = SchemaVersion("0.3.0-notes", statements: "DROP INDEX notes_mark;")
        let later = StoreKind(name: "notes", applicationID: 7, versions: [Self.first, adding, third])
        try await writer(fixture, later).close()
        #expect(try await refusal(fixture, Self.before)?.code == .newerSchema)
    }

    @Test(arguments: [
        ("CREATE TABLE more (id INTEGER) STRICT; CREATE INDEX a ON more (id);", true),
        ("ALTER TABLE notes ADD COLUMN n INTEGER NOT NULL DEFAULT 0", true),
        ("ALTER TABLE notes ADD COLUMN n INTEGER NOT NULL", false), ("CREATE UNIQUE INDEX a ON notes (text)", false),
        ("CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM notes; END", false), ("DROP TABLE notes", false),
        ("UPDATE notes SET text = ''", false), ("ALTER TABLE notes RENAME TO others", false),
        ("ALTER TABLE notes DROP COLUMN text", false),
        ("CREATE TABLE marks (note INTEGER REFERENCES notes (id)) STRICT", false),
    ]) func whatOnlyAddsIsKnown(statements: String, onlyAdds: Bool) {
        #expect(SchemaVersion.onlyAdd(statements) == onlyAdds)
    }

    /// Files of builds before the first release have other version names, whatever their tables.
    @Test(arguments: ["1-notes", "0.1.0-draft"]) func whatWasNeverReleasedIsRefused(name: String) async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let draft = StoreKind(
            name: "notes",
            applicationID: 7,
            versions: [SchemaVersion(name, statements: Self.first.statements)]
        )
        try await writer(fixture, draft).close()
        for kind in [Self.before, Self.after] {
            let error = try await refusal(fixture, kind)
            #expect(error?.code == .unreleasedSchema)
            #expect(error?.message.contains("let that build deliver its records") == true)
            #expect(error?.isRetriable == false)
        }
    }

    /// If a kill interrupts the making of a file before its mark is set, the store still recognises the file.
    @Test func aFileWithoutItsMarkIsKnownByItsVersions() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        _ = try await make(fixture)
        try await fixture.otherConnection().write { try $0.execute(sql: "PRAGMA application_id = 0") }
        let writer = try await writer(fixture)
        try await check(writer)
        #expect(try await writer.read { try Int.fetchOne($0, sql: "PRAGMA application_id") } == 7)
        try await writer.close()
        try await fixture.otherConnection().write { try $0.execute(sql: "PRAGMA application_id = 0") }
        #expect(try await refusal(fixture, .outbox)?.code == .unreleasedSchema)
    }

    /// If the disk is full at any page that the upgrade needs, the store is unchanged, and is upgraded once there is
    /// room.
    @Test func anUpgradeThatFailsLeavesTheStoreAsItWas() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let before = try await make(fixture)
        let pages = try await fixture.otherConnection().read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        var failures = 0
        while try !upgrades(fixture.path(), pages: pages + failures) {
            #expect(try content(fixture.path()) == before)
            failures += 1
        }
        #expect(failures > 1)
        let writer = try await writer(fixture)
        try await check(writer)
        try await writer.close()
    }

    /// Whether a file with this page limit can be upgraded.
    private func upgrades(_ path: String, pages: Int) throws -> Bool {
        var settings = Configuration()
        settings.prepareDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
        let database = try DatabaseQueue(path: path, configuration: settings)
        defer { try? database.close() }
        do {
            try Self.after.migrator.migrate(database)
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            return false
        }
    }

    /// The files after a kill right before the upgrade's commit: the log already has some of its pages.
    @Test func anUpgradeThatIsCutOffIsDoneByTheNextStart() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        // More than the cache below holds, so that the log contains uncommitted pages.
        let before = try await make(fixture, notes: 2_000)
        var settings = Configuration()
        settings.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = 4") }
        let database = try DatabasePool(path: fixture.path(), configuration: settings)
        let cut = CutBeforeCommit(from: fixture.path(), to: fixture.path("cut.sqlite"))
        database.add(transactionObserver: cut)
        try Self.after.migrator.migrate(database)
        try database.close()
        #expect(cut.logSize > 0)
        #expect(try content(fixture.path("cut.sqlite")) == before)
        for name in ["cut.sqlite", "store.sqlite"] {
            let writer = try await StoreFile.open(fixture.configuration(name), kind: Self.after)
            try await check(writer, notes: 2_000)
            try await writer.close()
        }
    }
}

/// Copies a database's files right before the first commit.
private final class CutBeforeCommit: TransactionObserver {
    private let from: String
    private let to: String
    private(set) var logSize = 0

    init(from: String, to: String) { (self.from, self.to) = (from, to) }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ database: Database) {}
    func databaseDidRollback(_ database: Database) {}

    func databaseWillCommit() throws {
        guard logSize == 0 else { return }
        for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: from + end, toPath: to + end) }
        logSize = try Data(contentsOf: URL(fileURLWithPath: to + "-wal")).count
    }
}
