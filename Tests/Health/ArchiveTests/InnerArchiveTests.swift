import Archive
import Foundation
import TestSupport
import Testing

/// An archive in an archive, and an archive that a user unpacked.
@Suite struct InnerArchiveTests {
    /// Collects a writer's output.
    private struct Memory: ByteOutput {
        var bytes: [UInt8] = []
        mutating func write(_ block: [UInt8]) throws(ArchiveError) { bytes += block }
    }

    private func pack(_ entries: [(String, [UInt8])], level: Int32) throws -> [UInt8] {
        var writer = ZipWriter(Memory(), level: level)
        for (name, bytes) in entries {
            try writer.begin(name)
            try writer.write(bytes)
        }
        try writer.finish()
        return writer.output.bytes
    }

    @Test(arguments: [0, 9] as [Int32])
    func anInnerArchiveIsReadAtAnyPlace(level: Int32) throws {
        let inner = try pack([("a.txt", Fixture.lines(30))], level: 6)
        let outer = try ZipArchive(BytesInMemory(try pack([("x/inner.zip", inner), ("b.txt", [1])], level: level)))
        var budget = inner.count
        let archive = try ZipArchive(outer.access(to: outer.entries[0], within: &budget))
        #expect(archive.entries.map(\.name) == ["a.txt"])
        #expect(Fixture.read(archive, archive.entries[0]).0 == Fixture.lines(30))
        // Unpacking into memory has a limit.
        var small = inner.count - 1
        let error = #expect(throws: ArchiveError.self) { try outer.access(to: outer.entries[0], within: &small) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func aStoredInnerArchiveNeedsNoMemory() throws {
        let bytes = try Fixture.bytes("plain")
        let archive = try ZipArchive(BytesInMemory(bytes))
        let entry = try #require(archive.entries.first { $0.method == 0 })
        var budget = 0
        let access = try archive.access(to: entry, within: &budget)
        #expect(try access.bytes(at: 0, count: 1_000) == Array(Fixture.lines(20).prefix(1_000)))
        #expect(try access.bytes(at: access.size, count: 1) == [])
        #expect(try access.bytes(at: access.size - 1, count: 5).count == 1)
    }

    @Test func aFolderHasItsFilesAndNoLinks() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url.appending(path: "export")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "b/c"),
            withIntermediateDirectories: true
        )
        try Data("one".utf8).write(to: folder.appending(path: "z.txt"))
        try Data("three".utf8).write(to: folder.appending(path: "b/c/a.txt"))
        try Data("hidden".utf8).write(to: folder.appending(path: ".DS_Store"))
        try Data("secret".utf8).write(to: temporary.url.appending(path: "outside.txt"))
        for (name, target) in [("link.txt", "outside.txt"), ("round", "export")] {
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: name),
                withDestinationURL: temporary.url.appending(path: target)
            )
        }
        let files = try #require(try FolderFiles(path: folder.path))
        #expect(files.entries.map(\.name) == ["b/c/a.txt", "z.txt"])
        #expect(files.entries.map(\.size) == [5, 3])
        let file = try files.open(files.entries[0])
        #expect(try file.bytes(at: 0, count: 10) == Array("three".utf8))
        #expect(try FolderFiles(path: folder.appending(path: "z.txt").path) == nil)
        #expect(try FolderFiles(path: folder.appending(path: "nothing").path) == nil)
        // A link to the folder counts as the folder.
        let link = temporary.url.appending(path: "mine")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        #expect(try FolderFiles(path: link.path)?.entries.count == 2)
    }
}
