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

    /// Takes the announcement of a picture.
    func put(_ body: PutPicture) async throws -> PictureReceived {
        let key = try Key("", sha256: body.sha256)
        try PartDesk<String>.check(size: body.size)
        if let known = try await store.picture(body.sha256) {
            // It stays for another while.
            try await store.keep(known, at: context.environment.now())
            return Self.received(key, state: .stored, missing: [])
        }
        guard Int.clampedSum(try await store.pictureBytes(), body.size) <= byteLimit else {
            throw BusError(.busy, message: "pictures.limit-mb is used up: wait until some are read", isRetriable: true)
        }
        return Self.received(key, state: .wanted, missing: try uploads.begin(key, size: body.size, now: clock.now))
    }

    /// Takes a part of an announced picture.
    func take(_ body: PicturePart) async throws -> PictureReceived {
        let key = try Key("", sha256: body.sha256)
        if try await store.picture(body.sha256) != nil { return Self.received(key, state: .stored, missing: []) }
        let taken = try await uploads.take(
            key,
            index: body.index,
            data: body.data,
            now: clock.now,
            prepare: { try await carried($0) },
            keep: { try await keep($0, named: key.sha256) }
        )
        switch taken {
        case .missing(let missing): return Self.received(key, state: .wanted, missing: missing)
        case .kept: return Self.received(key, state: .stored, missing: [])
        }
    }

    /// The picture as a record may carry it later: HEIC and AVIF as JPEG.
    private func carried(_ bytes: [UInt8]) async throws -> [UInt8] {
        guard ImageFormat(bytes)?.becomesJPEG == true else { return bytes }
        do { return try await jpeg(bytes) } catch let error as UnreadablePicture { throw error.busError }
    }

    /// Only what is on disk and in the store is answered as stored.
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

    /// A piece of a picture that was handed over, for people.
    func bytes(_ body: PictureBytesRequest) async throws -> ImageBytes {
        guard let picture = try await store.picture(body.sha256) else { throw Self.unknown }
        let size = PartUploads<String>.partSize
        guard let found = try await pictures.read(picture.file, offset: body.offset, count: size) else {
            throw Self.unknown
        }
        guard !found.isEmpty else {
            throw BusError(.invalidArgument, message: "the picture ends before byte \(body.offset)")
        }
        return ImageBytes(data: Data(found).base64EncodedString())
    }

    /// A picture that was handed over.
    ///
    /// - Throws: `BusError` `notFound`.
    func whole(_ sha256: String) async throws -> [UInt8] {
        guard let picture = try await store.picture(sha256),
            let bytes = try await pictures.read(picture.file, offset: 0, count: picture.size)
        else { throw Self.unknown }
        return bytes
    }

    static let unknown = BusError(.notFound, message: "no such picture is here: hand it over by putPicture first")

    private static func received(_ key: Key, state: PictureReceived.State, missing: [Int]) -> PictureReceived {
        PictureReceived(sha256: key.sha256, state: state, partSize: PartUploads<String>.partSize, missing: missing)
    }

    /// Forgets what is past its time, every ten minutes, and the files that nobody needs.
    func sweep() async {
        while !Task.isCancelled {
            do {
                // What was seen tells of a person's health: it goes when the picture does.
                let oldest = context.environment.now().addingTimeInterval(-keepsPictures)
                try await store.deleteExpired(jobs: oldest, pictures: oldest)
                try await removeUnneededFiles()
            } catch {
                context.logger.warning(
                    "pictures past their time could not be deleted; it is tried again in ten minutes: check the disk",
                    metadata: ["error": "\(error)"]
                )
            }
            do { try await context.environment.clock.sleep(for: .seconds(600)) } catch { return }
        }
    }

    /// Removes the files of pictures that are not here any more.
    func removeUnneededFiles() async throws {
        try await fileLock.withLock {
            let files = try await pictures.names()
            guard !files.isEmpty else { return }
            try await pictures.remove(files.subtracting(try await store.neededFiles()))
        }
    }
}
