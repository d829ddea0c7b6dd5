import Foundation
import TestSupport
import Testing

@testable import Files

struct FileTrustTests {
    private let directory: TemporaryFolder

    init() throws {
        directory = try TemporaryFolder()
    }

    private static let cases: [(UInt32, UInt32, UInt32, Bool, String?)] = [
        (1000, 1000, 0o700, false, nil), (0, 0, 0o755, true, nil),
        (1000, 1000, 0o775, false, nil), (0, 0, 0o1777, true, nil), (0, 0, 0o1777, false, "chmod go-w /x"),
        (1000, 100, 0o770, false, "chmod go-w /x"),
        (1000, 1000, 0o702, true, "chmod go-w /x"), (65_534, 65_534, 0o700, false, "chown 1000 /x"),
        (65_534, 65_534, 0o1777, true, "chown 1000 /x"),
    ]

    @Test(arguments: cases)
    func judgesOwnerAndMode(owner: UInt32, group: UInt32, mode: UInt32, isAbove: Bool, command: String?) {
        let facts = FileTrust.Facts(path: "/x", owner: owner, group: group, mode: mode)
        let problem = FileTrust.problem(facts, user: 1000, isAbove: isAbove)
        #expect((problem == nil) == (command == nil))
        if let command { #expect(problem?.contains(command) == true) }
    }

    @Test func namesTheOwnerOfAnothersFile() throws {
        let path = try directory.write("secret", text: "word")
        #expect(FileTrust.problem(ofFile: path) == nil)
        guard geteuid() == 0 else { return }
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: path)
        let error = #expect(throws: FileError.self) { _ = try SecretFile.read(path) }
        #expect(error?.message.contains("chown 0 \(path)") == true)
    }
}
