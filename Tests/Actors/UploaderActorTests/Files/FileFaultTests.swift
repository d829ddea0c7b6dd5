import Curl
import DeliveryRules
import Foundation
import LoopExecutor
import MessageBus
import Synchronization
import TestSupport
import Testing
import VitalRecords

@testable import UploaderActor

@Suite("A folder that fails, and a power cut")
struct FileFaultTests {
    private func whole(_ number: Int) throws -> [UInt8] {
        let record = try Samples.record(number)
        let delivery = DestinationRequest.Delivery(
            logID: record.logID,
            revision: 1,
            userID: "u",
            mayBeThere: false
        )
        return try RecordLine(delivery, deleted: false).bytes(WireJSON.encode(record))
    }

    @Test("a power cut's incomplete last line is removed before the next one", arguments: [1, 40, 200, -1])
    func torn(_ length: Int) async throws {
        let folder = try LineFolder()
        let (first, second) = (try whole(1), try whole(2))
        let rest = length < 0 ? Array(second.dropLast()) : Array(second.prefix(length))
        try folder.write(first + rest)
        try await folder.start().create(try Samples.record(2), mayBeThere: true)
        #expect(try folder.bytes() == first + second)
    }

    @Test("blocks of an unwritten line are removed, and complete lines are kept", arguments: [true, false])
    func zeros(_ ends: Bool) async throws {
        let folder = try LineFolder()
        let first = try whole(1)
        try folder.write(first + [UInt8](repeating: 0, count: 5_000) + (ends ? [0x0A] : []))
        await folder.start().log.mend()
        #expect(try folder.bytes() == first)
        try folder.write([0x7B])
        await folder.start().log.mend()
        #expect(try folder.bytes().isEmpty)
    }

    @Test("a start repairs only its own last file, of any day")
    func mends() async throws {
        let folder = try LineFolder()
        let torn = try whole(1) + [0x7B]
        for name in ["uploader-a-20261126-3.ndjson", "uploader-b-20261126.ndjson"] { try folder.write(torn, to: name) }
        let destination = try folder.destination()
        _ = destination.transport(folder.start())
        try await eventually("the file is whole again") {
            try folder.bytes("uploader-a-20261126-3.ndjson") == torn.dropLast()
        }
        #expect(try folder.bytes("uploader-b-20261126.ndjson") == torn)
    }

    @Test("a file ends with its day, or at its maximum size")
    func rotation() async throws {
        let folder = try LineFolder()
        let files = folder.start(rotateBytes: 1_000)
        for number in 1...5 { try await files.create(try Samples.record(number)) }
        let size = try whole(1).count
        #expect((500..<1_000).contains(size), "two lines a file")
        folder.clock.move(seconds: 86_400)
        try await files.create(try Samples.record(6))
        folder.clock.move(seconds: -86_400)
        try await folder.start(rotateBytes: 1_000).create(try Samples.record(7))
        let day = "uploader-a-20261127"
        #expect(
            try folder.names == ["\(day)-2.ndjson", "\(day)-3.ndjson", "\(day).ndjson", "uploader-a-20261128.ndjson"]
        )
        #expect(try folder.lines.count == 7)
    }

    @Test("a file that was removed is followed by a new one, and two processes never write to the same file")
    func taken() async throws {
        let folder = try LineFolder()
        let (one, other) = (folder.start(), folder.start())
        try await one.create(try Samples.record(1))
        try await other.create(try Samples.record(2))
        #expect(try folder.names.count == 2)
        try FileManager.default.moveItem(
            atPath: "\(folder.path)/uploader-a-20261127.ndjson",
            toPath: folder.temporary.url.appending(path: "taken").path
        )
        try await one.create(try Samples.record(3))
        #expect(try folder.lines.count == 2)
    }

    @Test("a missing folder pauses with one sentence, and is not created in place of its disk")
    func gone() async throws {
        let folder = try LineFolder()
        let files = folder.start()
        try await files.create(try Samples.record(1))
        try FileManager.default.removeItem(at: folder.temporary.url)
        let error = await #expect(throws: CurlError.self) { try await files.create(try Samples.record(2)) }
        #expect(error?.message == "the folder \(folder.path) does not exist: mount its disk or create it")
        #expect(error?.possiblySent == false)
        let result = RequestVerdict(try #require(error), sent: .zero).result
        guard case .paused(let told) = result else { throw Samples.Impossible() }
        #expect(told.code == "folderUnusable")
        try FileManager.default.createDirectory(at: folder.temporary.url, withIntermediateDirectories: true)
        try await files.create(try Samples.record(2))
        #expect(try folder.lines.count == 1)
    }

    @Test("a full disk keeps complete lines, is reported, and recovers", .enabled(if: SmallDisk.isPossible))
    func full() async throws {
        let folder = try LineFolder()
        try SmallDisk.mount(folder.path, size: "64k")
        defer { SmallDisk.unmount(folder.path) }
        let files = folder.start()
        var written = 0
        let error = await #expect(throws: CurlError.self) {
            for number in 1...1_000 {
                try await files.create(try Samples.record(number))
                written = number
            }
        }
        #expect(error?.code == .diskFull)
        #expect(error?.message == "the disk of \(folder.path) is full, or has no free inodes (df -i): free some space")
        #expect(error?.possiblySent == false)
        #expect(try folder.lines.count == written)
        try SmallDisk.resize(folder.path, to: "256k")
        try await files.create(try Samples.record(written + 1))
        #expect(try folder.lines.count == written + 1)
    }

    @Test("a stalled disk is waited for no longer than a request, and a write that had not begun is never made")
    func silent() async throws {
        let folder = try LineFolder()
        let files = folder.start()
        let gate = DispatchSemaphore(value: 0)
        files.log.executor.queue.async { gate.wait() }
        for number in 1...3 {
            let error = await #expect(throws: CurlError.self) {
                try await files.create(try Samples.record(number), timeout: .milliseconds(50))
            }
            #expect(error?.code == .timedOut)
            #expect(error?.possiblySent == true)
        }
        gate.signal()
        try await files.create(try Samples.record(4))
        #expect(try folder.lines.count == 1)
    }
}
