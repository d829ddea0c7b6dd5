internal import BusContract
internal import Foundation
internal import HubRunner
internal import ImageCleaning
internal import MessageBus
internal import PictureParts
internal import VitalRecords

/// Sends photos to a hub's OCR worker and waits until they are read.
struct PhotoSender: Sendable {
    /// The interval of polling the worker, in case an event was lost.
    private static let interval = Duration.seconds(2)

    let hub: String
    let wish: DisplayWish
    let seat: String?
    let takenAt: Date?
    /// Whether a photo that was read before is read again.
    let isAgain: Bool
    let patience: Duration

    /// Sends one photo; the same photo with the same wish is the same job.
    ///
    /// - Throws: ``CommandFailure``, `BusError`.
    func send(_ file: String, over connection: HubConnection) async throws -> OCRJob {
        let image = try ImageSender.image(of: file, in: .current)
        do {
            try await hand(image, over: connection)
            let body = RecognizePicture(sha256: image.sha256, wish: wish, seat: seat, takenAt: takenAt)
            return try await follow(body, id: try id(of: body), over: connection)
        } catch let error as BusError {
            throw PhotoOptions.explained(error, hub: hub)
        }
    }

    private func hand(_ image: CleanImage, over connection: HubConnection) async throws {
        let sha256 = image.sha256
        _ = try await PartSender(image.bytes, clock: ContinuousClock()).send {
            let put = PutPicture(sha256: sha256, size: image.bytes.count)
            return try await connection.requests.call(OCRTopics.putPicture, hub: hub, body: put)
        } part: { index, data in
            let part = PicturePart(sha256: sha256, index: index, data: data)
            return try await connection.requests.call(OCRTopics.picturePart, hub: hub, body: part)
        }
    }

    /// The job's id, derived from the whole request, so that a repeated command requests the same job.
    private func id(of body: RecognizePicture) throws -> String {
        let name = "photo-" + CleanImage.sha256(of: try WireJSON.encode(body)).prefix(32)
        return isAgain ? name + "-" + UUID().uuidString.lowercased().prefix(8) : name
    }

    private func follow(_ body: RecognizePicture, id: String, over connection: HubConnection) async throws -> OCRJob {
        let events = try await connection.client.subscribe(
            to: [OCRTopics.ocrDidProcessResult.descriptor, OCRTopics.ocrDidCancel.descriptor],
            hub: hub
        )
        defer { events.cancel() }
        let job = try await ask(body, id: id, over: connection)
        guard job.state == .waiting else { return job }
        return try await withThrowingTaskGroup(of: OCRJob?.self) { group in
            group.addTask { try await watch(events, body: body, id: id, over: connection) }
            group.addTask { try await poll(body, id: id, over: connection) }
            group.addTask {
                try await Task.sleep(for: patience)
                throw CommandFailure(
                    "stillWaiting",
                    message: "the photo is still queued: repeat the command to ask again",
                    exitCode: 75,
                    isRetriable: true
                )
            }
            defer { group.cancelAll() }
            while let end = try await group.next() {
                if let end { return end }
            }
            throw CancellationError()
        }
    }

    /// Polls as soon as an event names the job.
    private func watch(
        _ events: BusSubscription,
        body: RecognizePicture,
        id: String,
        over connection: HubConnection
    ) async throws -> OCRJob? {
        struct Mention: Codable, Sendable { let jobID: String }
        for await message in events {
            // Absent is nil: another message does not belong to this job.
            guard let mention = try? Envelope<Mention>.decode(message.payload).data, mention.jobID == id else {
                continue
            }
            // Absent is nil: the polling task asks again, and throws any error.
            if let job = try? await ask(body, id: id, over: connection), job.state != .waiting { return job }
        }
        return nil
    }

    private func poll(_ body: RecognizePicture, id: String, over connection: HubConnection) async throws -> OCRJob? {
        while true {
            try await Task.sleep(for: Self.interval)
            do {
                let job = try await ask(body, id: id, over: connection)
                if job.state != .waiting { return job }
            } catch let error as BusError where error.isRetriable || error.code == .noResponder {
                // A restarted worker resumes by itself.
            }
        }
    }

    private func ask(_ body: RecognizePicture, id: String, over connection: HubConnection) async throws -> OCRJob {
        try await connection.requests.call(OCRTopics.recognize, hub: hub, body: body, id: id)
    }
}

/// The session manager's disposition of a reading from a worker; only the session manager knows whether it is held.
enum PhotoFate {
    /// How long a reading may take to leave the worker's outbox.
    private static let patience = Duration.seconds(5)

    /// Finds a reading.
    ///
    /// - Parameters:
    ///   - seat: The seat that it was made for.
    ///   - time: The time when the display was seen.
    /// - Returns: `held` once it is held, `notStored` if the default user was at the seat; nil if neither, or if no
    ///   session manager answers.
    static func of(
        _ key: ReadingKey,
        seat: String?,
        at time: Date,
        over connection: HubConnection
    ) async throws -> PictureDisposition? {
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end {
            do {
                if try await HeldCommand.entry(key, over: connection) != nil { return .held }
                if let seat, try await isDefaultUser(at: seat, time: time, over: connection) { return .notStored }
            } catch is BusError {
                return nil
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        return nil
    }

    private static func isDefaultUser(at seat: String, time: Date, over connection: HubConnection) async throws -> Bool
    {
        do {
            let session = try await connection.requests.call(
                SessionOperations.session,
                hub: BusAddress.siteHub,
                body: SeatReference(seat: seat)
            )
            return session.defaultUser && time >= session.startedAt
        } catch let error as BusError where error.code == .notFound {
            return false
        }
    }
}
