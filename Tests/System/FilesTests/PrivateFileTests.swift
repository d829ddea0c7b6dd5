import Files
import Foundation
import SystemCalls
import TestSupport
import Testing

struct PrivateFileTests {
    private let directory: TemporaryFolder

    init() throws {
        directory = try TemporaryFolder()
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

    /// The parent directory may belong to another user and is then not flushed; a failing disk is still an error.
    @Test func aDirectoryWhoseParentCannotBeFlushedIsTaken() throws {
        try PrivateFile.makeDirectory("/proc/self")
    }

    @Test func namesAFileThatStandsWhereADirectoryBelongs() throws {
        let file = try directory.write("file", text: "")
        for path in [file, "\(file)/below"] {
            let error = #expect(throws: FileError.self) { try PrivateFile.makeDirectory(path) }
            #expect(error?.code == .stateDirectory)
            #expect(error?.message.contains(file) == true)
        }
    }
}

struct ReplacingTests {
    /// Root would otherwise turn a device or a pipe into a file.
    @Test func onlyAFileIsReplaced() throws {
        let folder = try TemporaryFolder()
        let (pipe, file) = ("\(folder.path)/pipe", try folder.write("file", text: "old"))
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/folder", withIntermediateDirectories: false)
        for (name, end) in [
            ("null", "/dev/null"), ("output", "/proc/self/fd/0"), ("link", file), ("nothing", "absent"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: end)
        }
        for name in ["pipe", "folder", "null", "output"] {
            #expect(!PrivateFile.mayReplace("\(folder.path)/\(name)"), "\(name)")
            #expect(throws: (any Error).self) { try PrivateFile.replace("\(folder.path)/\(name)", bytes: [1]) }
        }
        #expect(FileStatus(at: pipe).map { $0.mode & S_IFMT } == S_IFIFO)
        for name in ["file", "link", "nothing", "new"] {
            try PrivateFile.replace("\(folder.path)/\(name)", bytes: Array("new".utf8))
            #expect(try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8) == "new", "\(name)")
        }
        #expect(!PrivateFile.mayReplace("/dev/null"))
    }
}

struct SecretFileTests {
    private func refusal(_ mode: Int, isShared: Bool = false) throws -> String? {
        let directory = try TemporaryFolder()
        let path = try directory.write("password", text: "p\n")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        do {
            #expect(try SecretFile.read(path, isShared: isShared) == Array("p".utf8))
            return nil
        } catch let error as FileError {
            return error.message
        }
    }

    @Test func onlyASharedOneMayBeReadByItsGroup() throws {
        #expect(try refusal(0o600) == nil)
        #expect(try refusal(0o640)?.contains("chmod 600") == true)
        #expect(try refusal(0o640, isShared: true) == nil)
        #expect(try refusal(0o660, isShared: true)?.contains("chmod 640") == true)
        #expect(try refusal(0o644, isShared: true)?.contains("chmod 640") == true)
    }
}
