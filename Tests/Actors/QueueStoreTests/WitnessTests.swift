import DeliveryRules
import Foundation
import QueueStore
import StoreEngine
import StoreSupport
import Testing

/// An older copy of the queue is never used without a person's consent.
@Suite struct WitnessTests {
    private struct Folder {
        let fixture: StoreFixture
        var witness: String { fixture.path("queue.witness") }
        var database: String { fixture.path() }
        var configuration: StoreConfiguration {
            var configuration = fixture.configuration()
            configuration.witness = witness
            return configuration
        }

        func open(at: Date = StoreFixture.start) async throws -> QueueStore {
            try await QueueStore.open(configuration, notifications: PlainNotifications(), at: at)
        }

        func doubt() -> StoreDoubt? { StoreDoubt.find(database: database, witness: witness) }

        func accept(_ doubt: StoreDoubt, from: Date) throws {
            let word = StoreAcceptance(from: from, mark: doubt.found)
            try Data(word.encoded()).write(to: URL(filePath: StoreAcceptance.path(witness: witness)))
        }

        func remove(_ suffix: String) { try? FileManager.default.removeItem(atPath: database + suffix) }

        func copy(_ from: String, _ to: String) throws {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: to + suffix)
                guard FileManager.default.fileExists(atPath: from + suffix) else { continue }
                try FileManager.default.copyItem(atPath: from + suffix, toPath: to + suffix)
            }
        }
    }

    private func with(_ body: (Folder) async throws -> Void) async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try await body(Folder(fixture: fixture))
    }

    private func work(_ store: QueueStore, _ count: Int) async throws {
        for number in 0..<count {
            try await store.set(Data("\(number)".utf8), for: "test", at: StoreFixture.start)
        }
    }

    @Test func whatWasCommittedIsRecognisedAfterAnyEnd() async throws {
        try await with { folder in
            for round in 0..<3 {
                let store = try await folder.open()
                try await work(store, 5 + round)
                // The files after a kill: neither closed nor flushed.
                #expect(folder.doubt() == nil)
                try await store.close()
                #expect(folder.doubt() == nil)
            }
        }
    }

    @Test func anOlderCopyIsRefusedUntilTheNewerOneIsBack() async throws {
        try await with { folder in
            var store = try await folder.open()
            try await work(store, 3)
            try await store.close()
            try folder.copy(folder.database, folder.fixture.path("old"))
            store = try await folder.open()
            try await work(store, 1)
            try await store.close()
            try folder.copy(folder.database, folder.fixture.path("new"))
            try folder.copy(folder.fixture.path("old"), folder.database)
            let before = try Data(contentsOf: URL(filePath: folder.database))
            let error = await #expect(throws: StoreError.self) { _ = try await folder.open() }
            #expect(error?.code == .notNewest)
            #expect(error?.message.contains("--accept-from") == true)
            #expect(try Data(contentsOf: URL(filePath: folder.database)) == before)
            try folder.copy(folder.fixture.path("new"), folder.database)
            store = try await folder.open()
            #expect(store.gap == nil)
            try await store.close()
        }
    }

    /// A machine that is set back as a whole has an older witness too.
    ///
    /// Until another process names the newer database, the older one may commit more than that.
    @Test func theNewerOneIsTakenBackHoweverMuchTheOlderOneCommitted() async throws {
        try await with { folder in
            let (old, new) = (folder.fixture.path("old"), folder.fixture.path("new"))
            var store = try await folder.open()
            try await work(store, 3)
            try await store.close()
            try folder.copy(folder.database, old)
            let witness = try Data(contentsOf: URL(filePath: folder.witness))
            store = try await folder.open()
            try await work(store, 1)
            let seen = try #require(try await store.mark())
            try await store.close()
            try folder.copy(folder.database, new)
            try folder.copy(old, folder.database)
            try witness.write(to: URL(filePath: folder.witness))
            store = try await folder.open()
            try await work(store, 5)
            _ = try await store.doubt(seen, witness: folder.witness)
            try await store.close()
            #expect(folder.doubt()?.isSeen == true)
            try folder.copy(new, folder.database)
            #expect(folder.doubt() == nil)
            store = try await folder.open()
            #expect(store.gap == nil)
            try await store.close()
        }
    }

    @Test func aLostLogAndALostFileAreToldAndAnEmptyOneIsAcceptedByWordOnly() async throws {
        try await with { folder in
            let store = try await folder.open()
            try await work(store, 4)
            try folder.copy(folder.database, folder.fixture.path("killed"))
            try await store.close()
            try folder.copy(folder.fixture.path("killed"), folder.database)
            #expect(folder.doubt() == nil)
            folder.remove("-wal")
            folder.remove("-shm")
            #expect(folder.doubt()?.witness?.counter == 5)
            for suffix in ["", "-wal", "-shm"] { folder.remove(suffix) }
            let doubt = try #require(folder.doubt())
            #expect(doubt.found == nil)
            await #expect(throws: StoreError.self) { _ = try await folder.open() }
            #expect(!FileManager.default.fileExists(atPath: folder.database))
            try folder.accept(doubt, from: StoreFixture.start)
            let fresh = try await folder.open(at: StoreFixture.start + 60)
            #expect(fresh.gap?.contains(StoreFixture.start + 30) == true)
            #expect(fresh.gap?.contains(StoreFixture.start + 90) == false)
            try await fresh.close()
            #expect(folder.doubt() == nil)
            // The missing copy is now the older one.
            try folder.copy(folder.fixture.path("killed"), folder.database)
            #expect(folder.doubt() != nil)
        }
    }

    @Test func aWordIsForOneCopyOnly() async throws {
        try await with { folder in
            var store = try await folder.open()
            try await work(store, 3)
            try await store.close()
            try folder.copy(folder.database, folder.fixture.path("old"))
            store = try await folder.open()
            try await work(store, 3)
            try await store.close()
            for suffix in ["", "-wal", "-shm"] { folder.remove(suffix) }
            try folder.accept(try #require(folder.doubt()), from: StoreFixture.start)
            try folder.copy(folder.fixture.path("old"), folder.database)
            await #expect(throws: StoreError.self) { _ = try await folder.open() }
        }
    }

    @Test func aCopyFromElsewhereIsNotTrusted() async throws {
        try await with { folder in
            let store = try await folder.open()
            try await work(store, 3)
            try await store.close()
            try FileManager.default.removeItem(atPath: folder.witness)
            #expect(folder.doubt()?.witness == nil)
            await #expect(throws: StoreError.self) { _ = try await folder.open() }
        }
    }
}
