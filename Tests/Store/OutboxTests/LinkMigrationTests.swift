import DeliveryRules
import Foundation
import GRDB
import Outbox
import StoreEngine
import StoreSupport
import Testing

/// A store of the version that saved what is known of a link as a frame among the others.
@Suite struct LinkMigrationTests {
    /// A row as the version before wrote it; what a link's context says names the link.
    private struct Older {
        let device: String
        let context: String?
        let isDecoded: Bool

        init(_ device: String, _ context: String? = nil, isDecoded: Bool = false) {
            (self.device, self.context, self.isDecoded) = (device, context, isDecoded)
        }
    }

    /// Two devices with links under way at once, a link without frames, and a frame whose link was never known.
    private static let rows = [
        Older("d", "d-1", isDecoded: true), Older("d", isDecoded: true), Older("e", "e-1"), Older("d", "d-2"),
        Older("e"), Older("d"), Older("d", isDecoded: true), Older("f"), Older("d", "d-3"),
        Older("g", "g-1", isDecoded: true), Older("g"),
    ]

    private func older(_ path: String, _ rows: [Older] = rows) throws {
        let database = try DatabasePool(path: path)
        try StoreKind.outbox.migrator.migrate(database, upTo: "5-named")
        try database.write { database in
            for (number, row) in zip(1..., rows) {
                try database.execute(
                    sql: """
                        INSERT INTO raw_frames (device, characteristic, bytes, received_at) VALUES (?, ?, ?, ?)
                        """,
                    arguments: [
                        row.device, row.context == nil ? "2a35" : "context",
                        row.context.map { Data($0.utf8) } ?? Data([UInt8(clamping: number)]),
                        1_000 * number,
                    ]
                )
                guard row.isDecoded else { continue }
                try database.execute(sql: "UPDATE raw_frames SET decoded = 1 WHERE id = ?", arguments: [number])
            }
            try database.execute(
                sql: """
                    INSERT INTO outbox (reading_key, revision, payload, created_at) VALUES ('k', 1, x'7b7d', 1000)
                    """
            )
        }
        try database.close()
    }

    /// Everything in the file's own words.
    private func content(_ path: String) throws -> [String] {
        let database = try DatabaseQueue(path: path)
        defer { try? database.close() }
        return try database.read { database in
            let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master ORDER BY name")
            let rows = try ["raw_frames", "outbox", "grdb_migrations", "sqlite_sequence"].flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }
            }
            return tables + rows
        }
    }

    /// That each frame has its bytes, its number, its mark and the link that it came over.
    private func check(_ store: OutboxStore) async throws {
        let frames = try await ["d", "e", "f", "g"].asyncFlatMap { try await store.frames(of: $0) }
        let expected: [(id: Int64, link: Int64?)] = [
            (2, 1), (6, 4), (7, 4), (5, 3), (8, nil), (11, 10),
        ]
        #expect(frames.map(\.id) == expected.map(\.id))
        #expect(frames.map(\.link) == expected.map(\.link))
        #expect(frames.allSatisfy { $0.bytes == Data([UInt8($0.id)]) && $0.characteristic == "2a35" })
        #expect(frames.allSatisfy { $0.receivedAt == Date(timeIntervalSince1970: Double($0.id)) })
        #expect(try await store.undecodedFrames(limit: 99).map(\.id) == [5, 6, 8, 11])
        let links = try await ["d", "e", "f", "g"].asyncFlatMap { try await store.links.all(of: $0) }
        #expect(links.map(\.id) == [1, 4, 9, 3, 10])
        #expect(links.map { String(decoding: $0.context, as: UTF8.self) } == ["d-1", "d-2", "d-3", "e-1", "g-1"])
        // The last one was taken for done although a frame of it is not decoded.
        #expect(try await store.links.open().map(\.id) == [3, 4, 9, 10])
        #expect(try await store.nextBatch(limit: 9).map(\.item.readingKey) == ["k"])
    }

    @Test func contextsOfBeforeBecomeLinksOfTheirFrames() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try older(fixture.path())
        for _ in 1...2 {
            let store = try await fixture.outbox()
            try await check(store)
            try await store.close()
        }
        let store = try await fixture.outbox()
        let link = try await store.links.begin(device: "d", context: Data(), at: StoreFixture.start)
        let frame = NewFrame(characteristic: "2a35", bytes: Data(), receivedAt: StoreFixture.start)
        let saved = try await store.saveFrames([frame], device: "d", link: link)
        #expect(link > 10 && saved[0] > 11, "no number comes again")
        try await store.commitReadings(frames: [5, 6, 11], readings: [], at: StoreFixture.start)
        try await store.links.settle([3, 4, 9, 10])
        #expect(try await store.links.open().map(\.id) == [link])
        #expect(try await store.deleteDecodedFrames(before: Date(timeIntervalSince1970: 9)) == 4)
        #expect(try await store.links.all(of: "d").map(\.id) == [link])
        #expect(try await store.links.all(of: "g").map(\.id) == [10])
        try await store.close()
    }

    /// The disk is full at each page that the migration needs: the store is as it was, and is migrated when there is room.
    @Test func aMigrationThatFailsLeavesTheStoreAsItWas() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try older(fixture.path())
        let before = try content(fixture.path())
        let pages = try await fixture.otherConnection().read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        var failures = 0
        while try !migrates(fixture.path(), pages: pages + failures) {
            #expect(try content(fixture.path()) == before)
            failures += 1
        }
        #expect(failures > 1)
        let store = try await fixture.outbox()
        try await check(store)
        try await store.close()
    }

    /// Whether a file can be migrated that may have so many pages.
    private func migrates(_ path: String, pages: Int) throws -> Bool {
        var settings = Configuration()
        settings.prepareDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
        let database = try DatabaseQueue(path: path, configuration: settings)
        defer { try? database.close() }
        do {
            try StoreKind.outbox.migrator.migrate(database, upTo: "6-links")
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            return false
        }
    }

    /// The files as a kill right before the migration's commit leaves them: the log has pages of it already.
    @Test func aMigrationThatIsCutOffIsDoneAnew() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        // More than the cache below holds, so that the log has what is not committed.
        let many = (0..<2_000).map { Older("h", $0.isMultiple(of: 10) ? "h-\($0)" : nil, isDecoded: true) }
        try older(fixture.path(), Self.rows + many)
        var settings = Configuration()
        settings.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = 4") }
        let database = try DatabasePool(path: fixture.path(), configuration: settings)
        let cut = CutBeforeCommit(from: fixture.path(), to: fixture.path("cut.sqlite"))
        database.add(transactionObserver: cut)
        try StoreKind.outbox.migrator.migrate(database)
        try database.close()
        #expect(cut.logSize > 0)
        #expect(try content(fixture.path("cut.sqlite")).contains("grdb_migrations [identifier:\"5-named\"]"))
        #expect(try !content(fixture.path("cut.sqlite")).contains { $0.contains("6-links") || $0 == "links" })
        for name in ["cut.sqlite", "store.sqlite"] {
            let store = try await OutboxStore.open(fixture.configuration(name))
            try await check(store)
            #expect(try await store.links.all(of: "h").count == 200)
            #expect(try await store.frames(of: "h").count == 1_800)
            try await store.close()
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

extension Sequence {
    fileprivate func asyncFlatMap<Value>(_ transform: (Element) async throws -> [Value]) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values += try await transform(element) }
        return values
    }
}
