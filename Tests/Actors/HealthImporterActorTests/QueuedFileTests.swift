import Archive
import Foundation
import ImportStore
import TestSupport
import Testing

@testable import HealthImporterActor

@Suite struct QueuedFileTests {
    private func stamp(_ path: String) throws -> String {
        try #require(try FolderListing.files(of: URL(filePath: path).deletingLastPathComponent().path)[path])
    }

    private func site() async throws -> (ImportSite, path: String, stamp: String) {
        let site = try await ImportSite()
        let path = try site.write("a.xml", SmallExport(days: 1, weights: 1))
        return (site, path, try stamp(path))
    }

    @Test func whatIsStillTheQueuedFileIsRead() async throws {
        let (site, path, stamp) = try await site()
        #expect(try await site.run(path, stamp: stamp).created == 2)
        try await site.store.close()
    }

    /// The records in the link's target do not belong to this seat.
    @Test func aLinkInItsPlaceIsNotFollowed() async throws {
        let (site, path, stamp) = try await site()
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".moved")
        await #expect(throws: ArchiveError.self) { try await site.run(path, stamp: stamp) }
        #expect(try await site.waiting().isEmpty)
        try await site.store.close()
    }

    @Test func aPipeInItsPlaceHoldsUpNothing() async throws {
        let (site, path, stamp) = try await site()
        try FileManager.default.removeItem(atPath: path)
        let made = unsafe mkfifo(path, 0o600)
        try #require(made == 0)
        await #expect(throws: ArchiveError.self) { try await site.run(path, stamp: stamp) }
        try await site.store.close()
    }

    @Test func anotherFileInItsPlaceIsRefused() async throws {
        let (site, path, stamp) = try await site()
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        _ = try site.write("a.xml", SmallExport(days: 1, weights: 1))
        let error = await #expect(throws: ArchiveError.self) { try await site.run(path, stamp: stamp) }
        #expect(error?.message.contains(path) == true)
        #expect(try await site.waiting().isEmpty)
        try await site.store.close()
    }

    /// A sparse file takes no space, but days to read.
    @Test func aFileThatIsTooLargeIsNamed() async throws {
        let (site, path, _) = try await site()
        let made = unsafe truncate(path, 1 << 40)
        try #require(made == 0)
        let stamp = try stamp(path)
        let error = #expect(throws: ArchiveError.self) { try QueuedFile.open(path, stamp: stamp) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains(path) == true)
        try await site.store.close()
    }
}
