internal import BusContract
internal import DeliveryRules
internal import ImageCleaning
internal import JobStore
internal import Logging
internal import MessageBus
internal import PictureParts
internal import StoreEngine
internal import VitalRecords

/// Sends the pictures of waiting readings to the session manager before the readings themselves.
///
/// A held reading thus has its picture when it is published. A refused picture does not delay its reading, which a
/// person then sees without it.
struct PictureCourier: Sendable {
    let store: DisplayStore
    let pictures: ImageFolder
    let requests: RequestClient
    let hub: String
    let clock: any Clock<Duration>
    let logger: Logger

    /// Sends the pictures of some readings.
    ///
    /// - Throws: `BusError` or `StoreError` if a later attempt may succeed.
    func bring(of readings: [OutboxItem]) async throws {
        for reading in readings {
            guard let key = ReadingKey(rawValue: reading.readingKey), let crop = try await store.crop(key.rawValue)
            else { continue }
            do {
                try await bring(crop.file, size: crop.size, of: key)
            } catch let error as BusError where !error.isRetriable {
                logger.warning("sending a reading without its picture", metadata: ["error": "\(error)"])
            }
        }
    }

    private func bring(_ file: String, size: Int, of key: ReadingKey) async throws {
        guard let bytes = try await pictures.read(file, offset: 0, count: size),
            CleanImage.sha256(of: bytes) == file
        else { throw BusError(.notFound, message: "the picture's file is gone or damaged") }
        _ = try await PartSender(bytes, clock: clock).send {
            try await check(key)
            return try await requests.call(
                SessionOperations.putHeldPicture,
                hub: hub,
                body: PutPicture(readingKey: key, sha256: file, size: bytes.count)
            )
        } part: { index, data in
            try await check(key)
            return try await requests.call(
                SessionOperations.heldPicturePart,
                hub: hub,
                body: PicturePart(readingKey: key, sha256: file, index: index, data: data)
            )
        }
    }

    /// Stops the transfer of a picture whose reading was erased meanwhile.
    private func check(_ key: ReadingKey) async throws {
        guard try await store.crop(key.rawValue) != nil else {
            throw BusError(.notFound, message: "the reading was erased")
        }
    }
}
