import Foundation
import LoopExecutor
import Synchronization
import Testing

/// The changes that a watch reports for directories.
@Suite struct DirectoryWatchTests {
    private final class Bell: Sendable {
        private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

        func ring() { continuation.yield() }

        func wait() async { for await _ in stream { return } }
    }

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test func namesThatComeAndGoAreTold() async throws {
        let (folder, bell) = (try folder(), Bell())
        defer { try? FileManager.default.removeItem(at: folder) }
        let watch = DirectoryWatch(.names) { bell.ring() }
        let file = folder.appending(path: "x")
        #expect(watch.set([folder.path]))
        try Data([1]).write(to: file)
        await bell.wait()
        try FileManager.default.removeItem(at: file)
        await bell.wait()
        #expect(watch.set([folder.path]), "asking again changes nothing")
    }

    @Test func whatIsMissingIsNotWatchedAndLaterIs() async throws {
        let (folder, bell) = (try folder(), Bell())
        defer { try? FileManager.default.removeItem(at: folder) }
        let later = folder.appending(path: "later")
        let watch = DirectoryWatch(.contents) { bell.ring() }
        #expect(!watch.set([folder.path, later.path]))
        try FileManager.default.createDirectory(at: later, withIntermediateDirectories: false)
        await bell.wait()
        #expect(watch.set([later.path]))
        try Data([1]).write(to: later.appending(path: "x"))
        await bell.wait()
    }
}
