import Foundation
import GRDB
import StoreEngine
import StoreSupport
import TestSupport
import Testing

/// On a full disk a commit changes nothing, everything answered remains, and the store works again once there is room.
@Suite struct FullDiskTests {
    /// A disk that is really full: a small separate tmpfs.
    @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"), arguments: LineCommit.allCases)
    func aFullDiskRefusesTheCommitAndLosesNothing(commit: LineCommit) async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try SmallDisk.mount(fixture.folder, size: "1200k")
        defer { SmallDisk.unmount(fixture.folder) }
        let ballast = fixture.path("ballast")
        try await check(
            commit,
            fixture,
            fill: { store in
                // A small commit would fit in the last page that the log has on the disk.
                try await store.emptyLog()
                _ = FileManager.default.createFile(atPath: ballast, contents: nil)
                let file = try FileHandle(forWritingTo: URL(fileURLWithPath: ballast))
                for piece in [4_096, 1] { while (try? file.write(contentsOf: Data(count: piece))) != nil {} }
                try file.close()
            },
            makeRoom: { _ in try FileManager.default.removeItem(atPath: ballast) }
        )
    }

    /// The same without any privileges: the database may not grow.
    ///
    /// Only a commit that needs a new page fails.
    @Test(arguments: LineCommit.allCases.filter(\.needsPage))
    func aDatabaseThatMayNotGrowRefusesTheCommitAndLosesNothing(commit: LineCommit) async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try await check(
            commit,
            fixture,
            fill: { store in
                let pages = try await store.read { try Int.fetchOne($0, sql: "PRAGMA page_count") } ?? 0
                try await store.write { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
            },
            makeRoom: { store in try await store.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") } }
        )
    }

    private func check(
        _ commit: LineCommit,
        _ fixture: StoreFixture,
        fill: (GroupCommitWriter) async throws -> Void,
        makeRoom: (GroupCommitWriter) async throws -> Void
    ) async throws {
        let store = try await CommitStore.open(commit, fixture)
        try await store.prepare()
        let before = try await store.content()
        try await fill(store.writer)
        for _ in 1...2 {
            let error = await #expect(throws: StoreError.self) { try await store.carryOut() }
            #expect(error?.code == .full)
            #expect(error?.isRetriable == true)
        }
        #expect(await store.writer.health.isWritable == false)
        #expect(await store.writer.health.lastError?.code == .full)
        #expect(try await store.content() == before, "a refused commit changed something")
        try await makeRoom(store.writer)
        try await store.carryOut()
        #expect(await store.writer.health.isWritable)
        let after = try await store.content()
        #expect(after != before)
        // The committed rows are in the file, and the file is intact.
        try await store.writer.close()
        let again = try await CommitStore.open(commit, fixture)
        #expect(try await again.content() == after)
        #expect(try await again.writer.read { try StoreFile.integrityFindings($0) }.isEmpty)
        try await again.writer.close()
    }
}
