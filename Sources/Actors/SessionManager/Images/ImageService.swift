internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import ImageCleaning
internal import MessageBus
internal import PictureParts
internal import QueueStore
internal import VitalRecords

/// Accepts images of records, and serves their bytes to the workers that deliver them.
struct ImageService: ManagerService {
    let parts: ServiceParts
    let files: ImageFiles
    /// Whether none of the running uploaders can deliver images.
    let lacksPath: @Sendable () async -> Bool
    /// Images whose parts are arriving.
    let uploads = PartDesk<LogID>()

    /// The operations on images of records.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.putImage) { body, _ in await told(try await put(body)) },
            RequestHandler(SessionOperations.imagePart) { body, _ in await told(try await take(body)) },
            RequestHandler(SessionOperations.imageBytes) { body, _ in try await bytes(body) },
        ]
    }

    /// Adds a warning to the answer if no running uploader can deliver images.
    private func told(_ received: ImageReceived) async -> ImageReceived {
        guard received.state != .submitted, await lacksPath() else { return received }
        var received = received
        received.hasPath = false
        return received
    }

    private func put(_ body: PutImage) async throws -> ImageReceived {
        try PartDesk<LogID>.check(size: body.size)
        let key = try Self.key(body.logID, sha256: body.sha256)
        if let known = try await known(key) { return known }
        try Self.refuse(
            try await store.images.verdict(
                record: key.owner.rawValue,
                destinations: Self.destinations,
                at: environment.now()
            ),
            of: key.owner
        )
        guard Int.clampedSum(try await store.images.byteCount(), body.size) <= settings.waitingImageBytes else {
            throw BusError(
                .busy,
                message: "queued images use up images.waiting-mb: see the session manager's health",
                isRetriable: true
            )
        }
        return Self.wanted(key, missing: try uploads.begin(key, size: body.size, now: clock.now))
    }

    private func take(_ body: ImagePart) async throws -> ImageReceived {
        let key = try Self.key(body.logID, sha256: body.sha256)
        if let known = try await known(key) { return known }
        let taken = try await uploads.take(key, index: body.index, data: body.data, now: clock.now) { image in
            let stored = try await save(image, as: key)
            activity.note("image stored", ["logID": key.owner.rawValue, "bytes": "\(image.bytes.count)"])
            return stored
        }
        switch taken {
        case .missing(let missing): return Self.wanted(key, missing: missing)
        case .kept(let stored):
            signals.committed()
            return stored
        }
    }

    private func save(_ image: CleanImage, as key: PartUploads<LogID>.Key) async throws -> ImageReceived {
        let (now, sha256) = (environment.now(), image.sha256)
        let id = LogID.image(of: key.owner, sha256: sha256)
        let new = NewImage(
            id: id.rawValue,
            recordLogID: key.owner.rawValue,
            sourceSHA256: key.sha256,
            sha256: sha256,
            contentType: image.kind.contentType,
            size: image.bytes.count,
            destinations: Self.destinations
        )
        let verdict = try await files.save(image.bytes, as: sha256) { try await store.images.accept(new, at: now) }
        signals.images.signal()
        try Self.refuse(verdict, of: key.owner)
        return ImageReceived(
            logID: key.owner,
            state: .stored,
            imageID: id,
            partSize: PartUploads<LogID>.partSize,
            missing: []
        )
    }

    private func bytes(_ body: ImageBytesRequest) async throws -> ImageBytes {
        let id = body.imageID.rawValue
        let lease = try await store.records.record(logID: id)?.entry.lease
        guard let lease, seal.opens(body.fence, work: id, under: lease),
            let image = try await store.images.leased(id: id, fence: lease.fence)
        else {
            throw BusError(.conflict, message: "image \(body.imageID) is not leased under number \(body.fence)")
        }
        let found = try await files.read(image.sha256, offset: body.offset, count: PartUploads<LogID>.partSize)
        if let found, !found.isEmpty { return ImageBytes(data: Data(found).base64EncodedString()) }
        guard found == nil || body.offset < image.size else {
            throw BusError(.invalidArgument, message: "the image ends before byte \(body.offset)")
        }
        try await store.images.lose(sha256: image.sha256, at: environment.now())
        signals.committed()
        throw BusError(.notFound, message: "the file of image \(body.imageID) is gone")
    }

    /// The state of an image that was accepted before; nil for a new image, or a failed one that is sent again.
    private func known(_ key: PartUploads<LogID>.Key) async throws -> ImageReceived? {
        guard let image = try await store.images.image(record: key.owner.rawValue, source: key.sha256),
            image.state != .failed
        else { return nil }
        return ImageReceived(
            logID: key.owner,
            state: image.state == .submitted ? .submitted : .stored,
            imageID: LogID(rawValue: image.id),
            partSize: PartUploads<LogID>.partSize,
            missing: []
        )
    }

    private static func wanted(_ key: PartUploads<LogID>.Key, missing: [Int]) -> ImageReceived {
        ImageReceived(logID: key.owner, state: .wanted, partSize: PartUploads<LogID>.partSize, missing: missing)
    }

    private static func key(_ record: LogID, sha256: String) throws -> PartUploads<LogID>.Key {
        try PartUploads.Key(record, sha256: sha256)
    }

    /// The destinations that take images.
    private static let destinations = Set(CloudAPI.known.filter(\.takesImages).map(\.rawValue))

    private static func refuse(_ verdict: ImageVerdict, of record: LogID) throws {
        switch verdict {
        case .taken: return
        case .noRecord:
            throw BusError(
                .notFound,
                message:
                    "unknown record \(record): submitted records are kept for 'records.keep', and held readings have no record yet"
            )
        case .recordDeleted: throw BusError(.conflict, message: "record \(record) was deleted")
        case .recordRejected:
            throw BusError(
                .conflict,
                message: "the server rejected record \(record), so it does not accept an image for it"
            )
        case .sessionEnded:
            throw BusError(.conflict, message: "the session of record \(record) has ended, so its images are not sent")
        case .tooMany: throw BusError(.conflict, message: "record \(record) already has the maximum number of images")
        case .notThere:
            throw BusError(
                .conflict,
                message: "the first destination of the session of record \(record) does not accept images"
            )
        }
    }
}
