package import ActorRuntime
package import BusContract
package import DeliveryRules
package import FoundationEssentials
internal import MessageBus
package import VitalRecords

/// The keys of files as a destination.
struct FileKeys: SettingTable {
    let directory = CommonSettings.recordFolder
    let rotateBytes = Setting.int(
        "destination.file.rotate.bytes",
        in: 65_536...4_294_967_296,
        default: 67_108_864,
        doc: "After this many bytes the next record starts a new file; so does each day (UTC)."
    )
}

/// Files of this machine: one line of JSON for each revision of a record, on disk before its answer.
///
/// The README of the folder above describes the lines and their lifetime.
package struct FileDestination: Destination {
    /// The destination.
    package static let api = CloudAPI.file
    /// The keys of its configuration.
    package static let configurationKeys = FileKeys.keys
    /// If a line may already exist, it is looked for before it is written again.
    package let repeats = RepeatPolicy.upsert
    private let folder: RecordFolder
    private let rotateBytes: Int
    private let now: @Sendable () -> Date

    /// Creates the destination.
    ///
    /// - Parameters:
    ///   - directory: An absolute path.
    ///   - uploader: The uploader, whose name begins the files' names.
    ///   - rotateBytes: From how many bytes on a new file begins.
    ///   - now: The wall clock.
    /// - Throws: ``UploaderError`` `configuration` for a path that is not absolute.
    package init(
        directory: String,
        uploader: String,
        rotateBytes: Int = 67_108_864,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        guard directory.hasPrefix("/") else {
            let words = "\(FileKeys().directory.key.name) is not an absolute path: start it with /"
            throw UploaderError(.configuration, message: words)
        }
        folder = RecordFolder(path: directory, uploader: uploader)
        self.rotateBytes = rotateBytes
        self.now = now
    }

    /// Reads the configuration; nil without a folder.
    package init?(_ configuration: ActorConfiguration) throws {
        guard let directory = try configuration[\FileKeys.directory] else { return nil }
        try self.init(
            directory: directory,
            uploader: "uploader-\(try configuration[CommonSettings.instance])",
            rotateBytes: try configuration[\FileKeys.rotateBytes]
        )
    }

    /// The files themselves; the last one is repaired at once if a power cut tore its end.
    package func transport(_ http: any DestinationTransport) -> any DestinationTransport {
        let log = RecordLog(folder, rotateBytes: rotateBytes, now: now)
        Task { await log.mend() }
        return FileTransport(log: log)
    }

    /// A line with the record.
    package func create(_ record: VitalRecord, with credentials: SessionCredentials) throws -> DestinationRequest {
        DestinationRequest("POST", url: folder.url, body: try WireJSON.encode(record))
    }

    /// Another line with the record.
    package func update(
        _ record: VitalRecord,
        serverID: String?,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest? {
        DestinationRequest("PUT", url: folder.url, body: try WireJSON.encode(record))
    }

    /// Appends a deletion line.
    package func delete(
        _ record: VitalRecord,
        serverID: String,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        DestinationRequest("DELETE", url: folder.url)
    }

    /// The newest line of the record.
    package func lookup(
        _ record: VitalRecord,
        offset: Int,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest { DestinationRequest("GET", url: folder.url) }

    /// Whether the folder accepts lines; there are no credentials to check.
    package func validate(_ credentials: SessionCredentials) -> DestinationRequest? {
        DestinationRequest("HEAD", url: folder.url)
    }

    /// A line's id is the record's own.
    package func answer(_ reply: DestinationReply, to record: VitalRecord) -> DestinationAnswer {
        var answer = DestinationAnswer(status: reply.status, body: .foreign)
        guard let body = APIBody(reply.body) else { return answer }
        answer.serverID = body.json["id"]?.serverID
        answer.body = .api
        return answer
    }

    /// A record whose newest line is a deletion does not exist.
    package func found(_ reply: DestinationReply, record: VitalRecord, offset: Int) -> LookupResult {
        guard let body = APIBody(reply.body) else { return noList(reply, record: record) }
        return body.json["id"]?.serverID.map { .found(serverID: $0) } ?? .absent
    }

    /// A folder that answers accepts lines.
    package func verdict(_ reply: DestinationReply, with credentials: SessionCredentials) -> CredentialVerdict {
        .valid
    }
}
