internal import ActorRuntime
internal import BusContract
internal import Delivery
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import PictureTransfer
internal import VitalRecords

extension PictureDispatcher {
    private typealias Key = PartUploads<String>.Key

    /// Takes the announcement of a picture.
    func put(_ body: PutPicture) async throws -> PictureReceived {
        let key = try Key("", sha256: body.sha256)
        guard (1...ImageFile.byteLimit).contains(body.size) else {
            throw BusError(
                .invalidArgument,
                "a picture has 1 to \(ImageFile.byteLimit) bytes, not \(body.size): make it smaller"
            )
        }
        if let known = try await store.picture(body.sha256) {
            // It stays for another while.
            try await store.keep(known, at: context.environment.now())
            return Self.received(key, "stored", [])
        }
        guard try await store.pictureBytes() + body.size <= byteLimit else {
            throw BusError(.busy, "pictures.limit-mb is used up: wait until some are read", isRetriable: true)
        }
        return Self.received(key, "wanted", try uploads.begin(key, size: body.size, now: clock.now))
    }

    /// Takes a part of an announced picture.
    func take(_ body: PicturePart) async throws -> PictureReceived {
        let key = try Key("", sha256: body.sha256)
        if try await store.picture(body.sha256) != nil { return Self.received(key, "stored", []) }
        guard let part = Data(base64Encoded: body.data).map({ Array($0) }) else {
            throw BusError(.invalidArgument, "the part's data is no base64")
        }
        switch try uploads.add(key, index: body.index, part, now: clock.now) {
        case .missing(let missing): return Self.received(key, "wanted", missing)
        case .whole(let bytes): return try await finish(key, bytes)
        }
    }

    /// Only what is checked, cleaned, on disk and in the store is answered as stored.
    private func finish(_ key: Key, _ bytes: [UInt8]) async throws -> PictureReceived {
        do {
            guard ImageFile.sha256(of: bytes) == key.sha256 else {
                throw BusError(.invalidArgument, "the parts do not have the announced sha256: send the picture again")
            }
            let image: ImageFile
            do { image = try ImageFile(cleaning: bytes) } catch { throw BusError(.invalidArgument, error.message) }
            let picture = KeptPicture(
                sha256: key.sha256,
                file: image.sha256,
                size: image.bytes.count,
                contentType: image.kind.contentType
            )
            try await alone {
                try await pictures.save(image.bytes, as: picture.file)
                try await store.keep(picture, at: context.environment.now())
            }
            uploads.end(key)
            return Self.received(key, "stored", [])
        } catch {
            if let error = error as? BusError, !error.isRetriable { uploads.end(key) } else { uploads.again(key) }
            throw error
        }
    }

    /// A piece of a picture: of a job's under its lease, or of one that was handed over, for people.
    func bytes(_ body: PictureBytesRequest) async throws -> ImageBytes {
        let file: String
        if let id = body.jobID {
            guard let fence = body.fence, let job = try await store.leasedJob(id, fence: fence),
                let wanted = JobBody(job), wanted.file == body.sha256
            else { throw BusError(.conflict, "the picture is not leased under this number") }
            file = wanted.file
        } else {
            guard let picture = try await store.picture(body.sha256) else { throw Self.unknown }
            file = picture.file
        }
        let size = PartUploads<String>.partSize
        guard let found = try await pictures.read(file, offset: body.offset, count: size) else { throw Self.unknown }
        guard !found.isEmpty else { throw BusError(.invalidArgument, "the picture ends before byte \(body.offset)") }
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

    static let unknown = BusError(.notFound, "no such picture is here: hand it over by putPicture first")

    private static func received(_ key: Key, _ state: String, _ missing: [Int]) -> PictureReceived {
        PictureReceived(sha256: key.sha256, state: state, partSize: PartUploads<String>.partSize, missing: missing)
    }

    /// Forgets what is past its time, every ten minutes, and the files that nobody needs.
    func sweep() async {
        while !Task.isCancelled {
            do {
                // What was seen tells of a person's health: it goes when the picture does.
                let oldest = context.environment.now().addingTimeInterval(-keepsPictures)
                try await store.deleteExpired(jobs: oldest, pictures: oldest)
                try await alone {
                    let files = try await pictures.names()
                    guard !files.isEmpty else { return }
                    try await pictures.remove(files.subtracting(try await store.neededFiles()))
                }
            } catch {
                context.logger.warning("pictures wait to be removed", metadata: ["error": "\(error)"])
            }
            do { try await context.environment.clock.sleep(for: .seconds(600)) } catch { return }
        }
    }

    private func alone(_ body: () async throws -> Void) async throws {
        await gate.send(())
        do {
            try await body()
            _ = await gate.next()
        } catch {
            _ = await gate.next()
            throw error
        }
    }
}
