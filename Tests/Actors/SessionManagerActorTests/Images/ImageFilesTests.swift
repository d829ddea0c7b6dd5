import FoundationEssentials
import MessageBus
import StoreEngine
import TestSupport
import Testing

@testable import SessionManagerActor

@Suite("the files of images") struct ImageFilesTests {
    private struct Refused: Error {}

    private func withFiles(_ body: (ImageFiles) async throws -> Void) async throws {
        let site = try await ServiceSite()
        let files = ImageFiles(
            folder: try await ImageFolder.open(site.folder.url.appending(path: "images").path),
            store: site.store,
            environment: site.environment,
            logger: site.logger,
            signals: CommitSignals()
        )
        try await body(files)
        // The site owns the folder.
        withExtendedLifetime(site) {}
    }

    @Test("the file exists before its row is committed")
    func order() async throws {
        try await withFiles { files in
            let bytes = try await files.save([1, 2, 3], as: "aa") { try await files.read("aa", offset: 0, count: 9) }
            #expect(bytes == [1, 2, 3])
        }
    }

    @Test("a file without a row is removed by the next sweep")
    func orphans() async throws {
        try await withFiles { files in
            await #expect(throws: Refused.self) { try await files.save([1], as: "bb") { throw Refused() } }
            let before = try await files.read("bb", offset: 0, count: 9)
            try await files.sweep()
            let after = try await files.read("bb", offset: 0, count: 9)
            #expect(before == [1])
            #expect(after == nil)
        }
    }

    @Test("no sweep runs between a file and its row")
    func exclusion() async throws {
        try await withFiles { files in
            let sweeping = try await files.save([1], as: "cc") {
                let sweeping = Task { try await files.sweep() }
                for _ in 0..<20 { await Task.yield() }
                let bytes = try await files.read("cc", offset: 0, count: 9)
                #expect(bytes == [1])
                return sweeping
            }
            try await sweeping.value
            let after = try await files.read("cc", offset: 0, count: 9)
            #expect(after == nil)
        }
    }
}
