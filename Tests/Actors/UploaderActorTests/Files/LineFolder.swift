import Curl
import DeliveryRules
import Foundation
import MessageBus
import Synchronization
import TestSupport
import VitalRecords

@testable import UploaderActor

/// A folder of lines, and the uploaders that write to it.
struct LineFolder: Sendable {
    let temporary: TemporaryFolder
    let path: String
    /// 2026-11-27T12:00:00Z.
    let clock = SetClock(Date(timeIntervalSince1970: 1_795_780_800))

    init() throws {
        temporary = try TemporaryFolder()
        path = temporary.url.appending(path: "records").path
    }

    /// Starts an uploader's transport for this folder.
    func start(_ uploader: String = "uploader-a", rotateBytes: Int = 67_108_864) -> FileTransport {
        let folder = RecordFolder(path: path, uploader: uploader)
        return FileTransport(log: RecordLog(folder, rotateBytes: rotateBytes) { [clock] in clock.now })
    }

    func destination() throws -> FileDestination { try FileDestination(directory: path, uploader: "uploader-a") }

    /// The names of the files, in order.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    /// The content of a file.
    func bytes(_ name: String = "uploader-a-20261127.ndjson") throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    }

    /// Writes a file as an earlier start left it.
    func write(_ bytes: [UInt8], to name: String = "uploader-a-20261127.ndjson") throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    /// The lines of all files, each of which must be a complete object.
    var lines: [JSONValue] {
        get throws {
            try names.flatMap { name in
                let content = try bytes(name)
                guard content.isEmpty || content.last == 0x0A else { throw Torn() }
                return try content.split(separator: 0x0A).map { try WireJSON.decode(JSONValue.self, from: Array($0)) }
            }
        }
    }

    struct Torn: Error {}
}

/// A clock that the test sets.
final class SetClock: Sendable {
    private let time: Mutex<Date>

    init(_ time: Date) { self.time = Mutex(time) }

    var now: Date { time.withLock { $0 } }
    func move(seconds: Double) { time.withLock { $0 += seconds } }
}

extension FileTransport {
    /// Sends the request that an attempt would send.
    @discardableResult
    func send(
        _ make: (FileDestination, VitalRecord) throws -> DestinationRequest?,
        _ record: VitalRecord,
        revision: Int? = nil,
        user: String = "u",
        mayBeThere: Bool = false,
        timeout: Duration = .seconds(60)
    ) async throws -> DestinationReply {
        let destination = try FileDestination(directory: log.folder.path, uploader: log.folder.uploader)
        guard var request = try make(destination, record) else { throw Samples.Impossible() }
        request.delivery = DestinationRequest.Delivery(
            logID: record.logID,
            revision: revision ?? record.revision,
            userID: user,
            mayBeThere: mayBeThere
        )
        return try await send(request, mayReuseConnection: true, timeout: timeout).reply
    }

    /// Writes a record.
    @discardableResult
    func create(
        _ record: VitalRecord,
        user: String = "u",
        mayBeThere: Bool = false,
        timeout: Duration = .seconds(60)
    ) async throws -> DestinationReply {
        try await send(
            { try $0.create($1, with: .nobody) },
            record,
            user: user,
            mayBeThere: mayBeThere,
            timeout: timeout
        )
    }
}

extension SessionCredentials {
    static let nobody = SessionCredentials(userID: "u", organizationID: "", token: "")
}
