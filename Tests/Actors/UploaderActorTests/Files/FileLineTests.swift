import Curl
import DeliveryRules
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

@Suite("Lines in a folder's files")
struct FileLineTests {
    @Test("a record, its change and its deletion are one line each, with the queue's revisions, private to the owner")
    func lines() async throws {
        let folder = try LineFolder()
        let files = folder.start()
        let record = try Samples.record()
        let reply = try await files.create(record)
        let answer = try folder.destination().answer(reply, to: record)
        #expect(AnswerTable.classify(answer, now: .distantPast) == .submitted(serverID: record.logID.rawValue))
        try await files.send({ try $0.update($1, serverID: nil, with: .nobody) }, record, revision: 2)
        try await files.send({ try $0.delete($1, serverID: "x", with: .nobody) }, record, revision: 3)
        #expect(try folder.names == ["uploader-a-20261127.ndjson"])
        let lines = try folder.lines
        #expect(lines.map { $0["revision"] } == [.number(1), .number(2), .number(3)])
        #expect(lines.map { $0["deleted"] } == [.bool(false), .bool(false), .bool(true)])
        #expect(lines.allSatisfy { $0["logID"]?.text == record.logID.rawValue && $0["userID"]?.text == "u" })
        #expect(lines[2]["record"] == nil, "a deletion repeats no value")
        let kept = try WireJSON.decode(VitalRecord.self, from: WireJSON.encode(try #require(lines[0]["record"])))
        #expect(kept == record)
        #expect(try mode(folder.path) == 0o700)
        #expect(try mode(folder.path + "/uploader-a-20261127.ndjson") == 0o600)
    }

    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("a line that may exist is not written twice, whoever wrote it, however long ago")
    func repeats() async throws {
        let folder = try LineFolder()
        let record = try Samples.record()
        try await folder.start().create(record)
        for number in 2...9 { try await folder.start("uploader-b").create(try Samples.record(number)) }
        folder.clock.move(seconds: 3 * 86_400)
        for uploader in ["uploader-a", "uploader-b", "uploader-c"] {
            let reply = try await folder.start(uploader).create(record, mayBeThere: true)
            #expect(reply.status == 201)
        }
        #expect(try folder.lines.count == 9)
        // Different content under the same number, from a queue that was set back, is not a repeat; nor is another
        // person's record.
        try await folder.start().create(try Samples.record(utcOffset: 0), mayBeThere: true)
        try await folder.start().create(record, user: "v", mayBeThere: true)
        try await folder.start().send({ try $0.delete($1, serverID: "x", with: .nobody) }, record, mayBeThere: true)
        try await folder.start().send({ try $0.delete($1, serverID: "x", with: .nobody) }, record, mayBeThere: true)
        #expect(try folder.lines.count == 12)
    }

    @Test("the newest line decides whether a record is there")
    func lookUp() async throws {
        let folder = try LineFolder()
        let (files, record) = (folder.start(), try Samples.record())
        func found() async throws -> LookupResult {
            let reply = try await files.send({ try $0.lookup($1, offset: 0, with: .nobody) }, record)
            return try folder.destination().found(reply, record: record, offset: 0)
        }
        _ = try await files.send({ destination, _ in destination.validate(.nobody) }, record)
        #expect(try await found() == .absent)
        try await files.create(record)
        try await files.create(try Samples.record(2))
        #expect(try await found() == .found(serverID: record.logID.rawValue))
        try await files.send({ try $0.delete($1, serverID: "x", with: .nobody) }, record, revision: 2)
        #expect(try await found() == .absent)
    }

    @Test("a record is found wherever the chunks that are read begin and end")
    func scan() async throws {
        let folder = try LineFolder()
        let records = try (1...60).map { try Samples.record($0) }
        var content: [UInt8] = []
        for (number, record) in records.enumerated() {
            let delivery = delivery(record)
            content += try RecordLine(delivery, deleted: false).bytes(WireJSON.encode(record))
            // Neither another program's line nor a broken one hides the next line.
            content += Array(#"{"other":"\#(String(repeating: "logID", count: 3_000 + 7 * number))"}"#.utf8) + [0x0A]
        }
        #expect(content.count > 4 * 262_144 / 2)
        try folder.write(content, to: "uploader-z-20250101-12.ndjson")
        let lookedFor = RecordFolder(path: folder.path, uploader: "uploader-a")
        for record in records {
            let line = try RecordLine(delivery(record), deleted: false).bytes(WireJSON.encode(record))
            #expect(try lookedFor.file(having: line, of: delivery(record)) != nil)
        }
        let nobody = try Samples.record(61)
        #expect(try lookedFor.newest(of: delivery(nobody)) == nil)
    }

    private func delivery(_ record: VitalRecord) -> DestinationRequest.Delivery {
        .init(logID: record.logID, revision: record.revision, userID: "u", mayBeThere: true)
    }

    @Test("a name contains the file's uploader, day and number")
    func names() {
        for name in [
            "uploader-main-20261127.ndjson", "uploader-u-1-20261127-2.ndjson", "uploader-20260101-20261127.ndjson",
            "uploader-a-20261127-999999.ndjson",
        ] {
            #expect(RecordFileName(name)?.text == name)
        }
        for other in ["uploader-main.ndjson", "uploader-20261127.ndjson", "a-20261127.ndjson", "uploader-a-2026112.nd"]
        {
            #expect(RecordFileName(other) == nil)
        }
    }

    @Test("a path that is not absolute is refused")
    func relative() {
        #expect(throws: UploaderError.self) { try FileDestination(directory: "records", uploader: "uploader-a") }
    }
}
