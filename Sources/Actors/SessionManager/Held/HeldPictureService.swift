internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import ImageCleaning
internal import MessageBus
internal import PictureParts
internal import QueueStore
internal import VitalRecords

/// Stores the pictures of held readings.
struct HeldPictureService: ManagerService {
    let parts: ServiceParts
    let files: ImageFiles
    /// Pictures whose parts are arriving.
    private let uploads = PartDesk<ReadingKey>()

    /// The operations on pictures of held readings.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.putHeldPicture) { body, _ in try await put(body) },
            RequestHandler(SessionOperations.heldPicturePart) { body, _ in try await take(body) },
            RequestHandler(SessionOperations.heldPicture) { body, _ in try await bytes(body) },
        ]
    }

    /// The pictures of camera readings, by reading key.
    func pictures(of readings: [Reading]) async throws -> [String: HeldPicture] {
        let seen = readings.filter { $0.source.kind == .ocr }.map(\.readingKey.rawValue)
        return seen.isEmpty ? [:] : try await store.held.pictures(seen)
    }

    /// The decision, with the picture in its event if the reading is held and has one.
    func showing(
        _ pictures: [String: HeldPicture],
        of reading: Reading,
        in decision: ReadingDecision,
        at now: Date
    ) -> ReadingDecision {
        guard let picture = pictures[reading.readingKey.rawValue],
            case .hold(_, let reason, _, _, _) = decision.outcome
        else { return decision }
        var shown = decision
        let reference = PictureReference(picture, of: reading.readingKey)
        shown.notifications = [
            events.readingHeld(reading, reason: .init(rawValue: reason), picture: reference, at: now)
        ]
        .compactMap { $0 }
        return shown
    }

    /// Removes the picture of a reading that was not stored.
    func forget(_ key: ReadingKey) async throws {
        guard try await store.held.dropPicture(key.rawValue) else { return }
        signals.images.signal()
    }

    private func put(_ body: PutPicture) async throws -> PictureReceived {
        let key = try Self.key(body.readingKey, sha256: body.sha256)
        try PartDesk<ReadingKey>.check(size: body.size)
        if try await isSettled(key.owner) { return PictureReceived(key, missing: nil) }
        guard Int.clampedSum(try await store.images.byteCount(), body.size) <= settings.waitingImageBytes else {
            throw BusError(
                .busy,
                message: "queued pictures use up images.waiting-mb: see the session manager's health",
                isRetriable: true
            )
        }
        return PictureReceived(key, missing: try uploads.begin(key, size: body.size, now: clock.now))
    }

    private func take(_ body: PicturePart) async throws -> PictureReceived {
        let key = try Self.key(body.readingKey, sha256: body.sha256)
        if try await isSettled(key.owner) { return PictureReceived(key, missing: nil) }
        let taken = try await uploads.take(key, index: body.index, data: body.data, now: clock.now) { image in
            try await keep(image, of: key)
        }
        switch taken {
        case .missing(let missing): return PictureReceived(key, missing: missing)
        case .kept:
            signals.images.signal()
            return PictureReceived(key, missing: nil)
        }
    }

    /// Saves the file and its row before the answer confirms them.
    private func keep(_ image: CleanImage, of key: PartUploads<ReadingKey>.Key) async throws {
        let picture = HeldPicture(
            readingKey: key.owner.rawValue,
            sourceSHA256: key.sha256,
            sha256: image.sha256,
            contentType: image.kind.contentType,
            size: image.bytes.count
        )
        _ = try await files.save(image.bytes, as: picture.sha256) {
            try await store.held.keepPicture(picture, at: environment.now())
        }
    }

    private func bytes(_ body: HeldPictureRequest) async throws -> ImageBytes {
        guard let picture = try await store.held.picture(body.readingKey.rawValue) else {
            throw BusError(.notFound, message: "no picture of reading '\(body.readingKey)' is held")
        }
        let size = PartUploads<ReadingKey>.partSize
        guard let found = try await files.read(picture.sha256, offset: body.offset, count: size) else {
            try await store.images.lose(sha256: picture.sha256, at: environment.now())
            throw BusError(.notFound, message: "the picture's file is gone")
        }
        return try ImageBytes(found, at: body.offset)
    }

    /// Whether a reading has its picture, or was decided and needs none.
    private func isSettled(_ key: ReadingKey) async throws -> Bool {
        if try await store.held.picture(key.rawValue) != nil { return true }
        return try await !store.held.isUndecided(key.rawValue)
    }

    private static func key(_ reading: ReadingKey?, sha256: String) throws -> PartUploads<ReadingKey>.Key {
        guard let reading else {
            throw BusError(.invalidArgument, message: "give the key of the reading that the picture shows")
        }
        return try PartUploads.Key(reading, sha256: sha256)
    }
}

extension PictureReference {
    /// The picture that is held with a reading.
    init(_ picture: HeldPicture, of key: ReadingKey) {
        self.init(
            sha256: picture.sha256,
            size: picture.size,
            contentType: ImageContentType(rawValue: picture.contentType),
            readingKey: key
        )
    }
}
