import Foundation
import Testing

@testable import ActorRuntime

struct PrivateFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func makesEachMissingDirectoryForItsOwnerAlone() throws {
        let path = "\(directory.path)/one/two/three"
        try PrivateFile.makeDirectory(path)
        try PrivateFile.makeDirectory(path)
        for made in ["one", "one/two", "one/two/three"] {
            let facts = try FileManager.default.attributesOfItem(atPath: "\(directory.path)/\(made)")
            #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        }
    }

    /// Whoever starts may not own what is above its directory; a disk that fails is another thing.
    @Test func aDirectoryWhoseParentCannotBeFlushedIsTaken() throws {
        try PrivateFile.makeDirectory("/proc/self")
    }

    @Test func namesAFileThatStandsWhereADirectoryBelongs() throws {
        let file = try directory.write("file", "")
        for path in [file, "\(file)/below"] {
            let error = #expect(throws: RuntimeError.self) { try PrivateFile.makeDirectory(path) }
            #expect(error?.code == .stateDirectory)
            #expect(error?.message.contains(file) == true)
        }
    }
}
