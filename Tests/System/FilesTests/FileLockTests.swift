import Files
import Foundation
import Testing

@Suite struct FileLockTests {
    @Test func keepsOneOwnerOfALock() throws {
        let path = FileManager.default.temporaryDirectory.path + "/vb-lock-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var first: FileLock? = try FileLock(path)
        let error = #expect(throws: FileError.self) { _ = try FileLock(path) }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("pid \(getpid())") == true)
        #expect(FileLock.isHeld(path))
        withExtendedLifetime(first) {}
        first = nil
        #expect(!FileLock.isHeld(path) && !FileLock.isHeld("\(path)-of-nobody"))
        #expect(throws: Never.self) { _ = try FileLock(path) }
    }
}
