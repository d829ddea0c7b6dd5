import FoundationEssentials
import TestSupport
import Testing

@testable import DeviceReaderActor

@Suite struct PassiveSetFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ hub: String = "room-1") -> PassiveSetFile { PassiveSetFile(folder: folder.url, hub: hub) }

    @Test func theSetPersists() throws {
        #expect(try file().load() == nil)
        try file().save([1, 3000])
        #expect(try file().load() == [1, 3000])
        try file().save([51])
        #expect(try file().load() == [51])
    }

    @Test func anEmptySetIsNotTheSameAsNone() throws {
        try file().save([])
        #expect(try file().load() == [])
    }

    @Test func hubsDoNotShareASet() throws {
        try file("room-1").save([1])
        #expect(try file("room-2").load() == nil)
    }

    @Test func aDamagedFileIsAnErrorAndNoEmptySet() throws {
        try file().save([1])
        let path = folder.url.appending(path: "passive-room-1.json")
        try Data("{\"peripheralIDs\":".utf8).write(to: path)
        #expect(throws: (any Error).self) { try file().load() }
    }
}
