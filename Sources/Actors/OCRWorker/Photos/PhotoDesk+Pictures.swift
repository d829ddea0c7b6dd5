internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import ImageCleaning
internal import JobStore
internal import Logging
internal import MessageBus
internal import OCRTools
internal import PictureParts
internal import StoreEngine
internal import VitalRecords

extension PhotoDesk {
    private typealias Key = PartUploads<String>.Key

    /// Handles the announcement of a picture.
    func put(_ body: PutPicture) async throws -> PictureReceived {
        let key = try Key("", sha256: body.sha256)
        try PartDesk<String>.check(size: body.size)
        if let known = try await store.picture(body.sha256) {
            // The picture is known, so its lifetime is extended.
            try await store.keep(known, at: context.environment.now())
            return PictureReceived(key, missing: nil)
        }
        guard Int.clampedSum(try await store.pictureBytes(), body.size) <= byteLimit else {
            throw BusError(.busy, message: "pictures.limit-mb is used up: wait until some are read", isRetriable: true)
        }
        return PictureReceived(key, missing: try uploads.begin(key, size: body.size, now: clock.now))
    }

    /// Accepts a part of an announced picture.
    func take(_ body: PicturePart) async throws -> PictureReceived {
        let key = try Key("", sha256: body.sha256)
        if try await store.picture(body.sha256) != nil { return PictureReceived(key, missing: nil) }
        let taken = try await uploads.take(
            key,
            index: body.index,
            data: body.data,
            now: clock.now,
            prepare: { try await carried($0) },
            keep: { try await keep($0, named: key.sha256) }
        )
        switch taken {
        case .missing(let missing): return PictureReceived(key, missing: missing)
        case .kept: return PictureReceived(key, missing: nil)
        }
    }

    /// The picture in a format that records accept: HEIC and AVIF become JPEG.
    private func carried(_ bytes: [UInt8]) async throws -> [UInt8] {
        guard ImageFormat(bytes)?.becomesJPEG == true else { return bytes }
        do { return try await jpeg(bytes) } catch let error as UnreadablePicture { throw error.busError }
    }

    /// Stores a picture on disk and in the store, before it is reported as stored.
    private func keep(_ image: CleanImage, named sha256: String) async throws {
        let picture = KeptPicture(
            sha256: sha256,
            file: image.sha256,
            size: image.bytes.count,
            contentType: image.kind.contentType
        )
        try await fileLock.withLock {
            try await pictures.save(image.bytes, as: picture.file)
            try await store.keep(picture, at: context.environment.now())
        }
    }

    /// A part of a stored picture, for display.
    func bytes(_ body: PictureBytesRequest) async throws -> ImageBytes {
        guard let picture = try await store.picture(body.sha256) else { throw Self.unknown }
        let size = PartUploads<String>.partSize
        guard let found = try await pictures.read(picture.file, offset: body.offset, count: size) else {
            throw Self.unknown
        }
        return try ImageBytes(found, at: body.offset)
    }

    /// A stored picture.
    ///
    /// - Throws: `BusError` `notFound`.
    func whole(_ sha256: String) async throws -> [UInt8] {
        guard let picture = try await store.picture(sha256),
            let bytes = try await pictures.read(picture.file, offset: 0, count: picture.size)
        else { throw Self.unknown }
        return bytes
    }

    static let unknown = BusError(.notFound, message: "unknown picture: submit it with putPicture first")

    /// Every ten minutes, deletes expired data and files no longer needed.
    func sweep() async {
        while !Task.isCancelled {
            do {
                // The outcome contains health data, so it is deleted with the picture.
                let oldest = context.environment.now().addingTimeInterval(-keepsPictures)
                try await store.deleteExpired(jobs: oldest, pictures: oldest)
                try await removeUnneededFiles()
            } catch {
                context.logger.warning(
                    "could not delete old pictures; will retry in ten minutes: check the disk",
                    metadata: ["error": "\(error)"]
                )
            }
            do { try await context.environment.clock.sleep(for: .seconds(600)) } catch { return }
        }
    }

    /// Deletes the files of pictures no longer stored.
    func removeUnneededFiles() async throws {
        try await fileLock.withLock {
            let files = try await pictures.names()
            guard !files.isEmpty else { return }
            try await pictures.remove(files.subtracting(try await store.neededFiles()))
        }
    }
}
