import Archive
import Foundation
import Testing

@Suite struct ReadableFileTests {
    @Test func filesAreReadAtAnyPlace() throws {
        let path = NSTemporaryDirectory() + "vitalbus-archive-\(UUID().uuidString)"
        try Data((0..<200).map { UInt8($0) }).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try ReadableFile(path: path)
        #expect(file.size == 200)
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(try file.read(at: 195, into: &buffer, in: 2..<10) == 5)
        #expect(buffer == [0, 0, 195, 196, 197, 198, 199, 0, 0, 0])
        #expect(try file.read(at: 200, into: &buffer, in: 0..<10) == 0)
        var reader = PlainReader(file, range: 10..<25, largestBlock: 7)
        var counts: [Int] = []
        while case let count = try reader.read(into: &buffer, from: 0), count > 0 { counts.append(count) }
        #expect(counts == [7, 7, 1])
    }

    @Test func missingFilesAreNamed() {
        let error = #expect(throws: ArchiveError.self) { try ReadableFile(path: "/nonexistent/export.zip") }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("/nonexistent/export.zip") == true)
    }

    /// Reading a device or a pipe may never end, and neither may opening a pipe that has no writer.
    @Test func whatIsNoPlainFileIsRefused() throws {
        let path = NSTemporaryDirectory() + "vitalbus-archive-\(UUID().uuidString)"
        let made = unsafe mkfifo(path, 0o600)
        try #require(made == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        for strange in [path, "/dev/zero", "/tmp"] {
            let error = #expect(throws: ArchiveError.self) { try ReadableFile(path: strange) }
            #expect(error?.message == "\(strange) is not a regular file")
        }
    }
}
