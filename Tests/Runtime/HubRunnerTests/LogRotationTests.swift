import Foundation
import TestSupport
import Testing

@testable import HubRunner

@Suite struct LogRotationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }

    /// The process continues to write at the end of its open file.
    @Test func aLongLogIsPutAsideUnderItsWriter() throws {
        let opened = unsafe open(path("a.log"), O_WRONLY | O_APPEND | O_CREAT, 0o600)
        let writer = FileHandle(fileDescriptor: opened, closeOnDealloc: true)
        for round in 1...4 {
            try writer.write(contentsOf: Data("round \(round), which is long\n".utf8))
            LogRotation.rotate(in: [folder.url.path], limit: 20)
        }
        try writer.write(contentsOf: Data("end\n".utf8))
        #expect(text("a.log") == "end\n")
        #expect(text("a.log.1") == "round 4, which is long\n")
        #expect(text("a.log.2") == "round 3, which is long\n")
        #expect(text("a.log.3") == nil)
    }

    /// As on a full disk: the log is emptied, and the loss is reported.
    @Test func aLogThatCannotBeKeptSaysSo() throws {
        // The name has the maximum length, which leaves no room for a number.
        let name = String(repeating: "a", count: 251) + ".log"
        try Data("what is lost, and is long enough\n".utf8).write(to: URL(filePath: path(name)))
        LogRotation.rotate(in: [folder.url.path], limit: 20)
        #expect(text(name)?.hasPrefix("vitalbus: the earlier log was deleted") == true)
        #expect(text(name)?.contains("what is lost") == false)
    }

    @Test func whatIsShortOrNoLogStays() throws {
        try Data("short".utf8).write(to: URL(filePath: path("a.log")))
        try Data(count: 100).write(to: URL(filePath: path("a.sqlite")))
        LogRotation.rotate(in: [folder.url.path, path("missing")], limit: 20)
        #expect(text("a.log") == "short")
        #expect(try Data(contentsOf: URL(filePath: path("a.sqlite"))).count == 100)
        #expect(text("a.log.1") == nil)
    }
}
