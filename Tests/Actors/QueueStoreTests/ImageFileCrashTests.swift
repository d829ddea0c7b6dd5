import Foundation
import StoreEngine
import StoreSupport
import TestSupport
import Testing

@testable import QueueStore

/// The results of a crash between an image's file and its row, and of a full disk.
@Suite struct ImageFileCrashTests {
    @Test func aHalfWrittenFileIsRemovedAtTheNextStart() async throws {
        let fixture = try await ImageFixture()
        let folder = fixture.queue.fixture.folder + "/images"
        defer { fixture.queue.fixture.remove() }
        try Data("half".utf8).write(to: URL(filePath: "\(folder)/sha-one.part"))
        #expect(try await fixture.files.names().isEmpty, "it is no image")
        let again = try await ImageFolder.open(folder)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        try await again.save(ImageFixture.bytes, as: "sha-one")
        #expect(try await again.read("sha-one", offset: 0, count: 100) == ImageFixture.bytes)
        #expect(try await again.read("sha-one", offset: 3, count: 2) == Array(ImageFixture.bytes[3..<5]))
        #expect(try await again.read("sha-one", offset: 100, count: 2) == [])
        #expect(try await again.read("sha-two", offset: 0, count: 2) == nil)
        let facts = try FileManager.default.attributesOfItem(atPath: "\(folder)/sha-one")
        #expect(facts[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int == 0o700)
        try await fixture.queue.store.close()
    }

    @Test func aFileWithoutARowIsSwept() async throws {
        let fixture = try await ImageFixture()
        defer { fixture.queue.fixture.remove() }
        try await fixture.deliver()
        try await fixture.put(fixture.image("kept"))
        // The crash comes before the row's commit.
        try await fixture.files.save(ImageFixture.bytes, as: "sha-orphan")
        let again = try await ImageFixture(try await fixture.queue.reopened())
        try await again.sweep()
        #expect(try await again.files.names() == ["sha-kept"])
        #expect(try await again.state("kept") == .queued)
        try await again.queue.store.close()
    }

    @Test func aRowWithoutAFileIsGivenUpAndTold() async throws {
        let fixture = try await ImageFixture()
        defer { fixture.queue.fixture.remove() }
        try await fixture.deliver()
        try await fixture.put(fixture.image())
        try await fixture.files.remove(["sha-one"])
        #expect(try await fixture.queue.store.images.lose(sha256: "sha-one", at: fixture.queue.at) == 1)
        #expect(try await fixture.queue.told("image") == ["image-one failed imageMissing"])
        #expect(try await fixture.grant().isEmpty)
        #expect(try await fixture.put(fixture.image()) == .taken, "it may come again")
        #expect(try await fixture.grant().count == 1)
        try await fixture.queue.store.close()
    }

    @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"))
    func aFullDiskRefusesAnImageAndLeavesNothing() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try SmallDisk.mount(fixture.folder, size: "1200k")
        defer { SmallDisk.unmount(fixture.folder) }
        let files = try await ImageFolder.open(fixture.path("images"))
        let error = await #expect(throws: StoreError.self) {
            try await files.save([UInt8](repeating: 7, count: 2_000_000), as: "sha-one")
        }
        #expect(error?.code == .full && error?.isRetriable == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.path("images")).isEmpty)
        try await files.save(ImageFixture.bytes, as: "sha-one")
        #expect(try await files.names() == ["sha-one"])
    }
}
