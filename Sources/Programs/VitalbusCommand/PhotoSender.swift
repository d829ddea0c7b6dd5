internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import PictureParts
internal import VitalRecords

/// Hands photos over to a hub's OCR worker, and waits until they are read.
struct PhotoSender: Sendable {
    /// How often the worker is asked, for the case that an event got lost.
    private static let interval = Duration.seconds(2)

    let hub: String
    let wish: DisplayWish
    let seat: String?
    let takenAt: Date?
    /// Whether a photo that was read already is read anew.
    let isAgain: Bool
    let patience: Duration

    /// Has one photo read; the same photo with the same wishes is the same job.
    ///
    /// - Throws: ``CommandFailure``, `BusError`.
    func send(_ file: String, _ connection: HubConnection) async throws -> OCRJob {
        let image = try ImageSender.image(of: file)
        do {
            try await hand(image, connection)
            let body = RecognizePicture(sha256: image.sha256, wish: wish, seat: seat, takenAt: takenAt)
            return try await follow(body, id: try id(of: body), connection)
        } catch let error as BusError {
            throw PhotoOptions.explained(error, hub)
        }
    }

    private func hand(_ image: ImageFile, _ connection: HubConnection) async throws {
        let sha256 = image.sha256
        _ = try await PartSender(image.bytes, clock: ContinuousClock()).send {
            let put = PutPicture(sha256: sha256, size: image.bytes.count)
            return try await connection.requests.call(OCRTopics.putPicture, hub: hub, put)
        } part: { index, data in
            let part = PicturePart(sha256: sha256, index: index, data: data)
            return try await connection.requests.call(OCRTopics.picturePart, hub: hub, part)
        }
    }

    /// The job's name, out of all that is asked: a command that is repeated asks for the same job.
    private func id(of body: RecognizePicture) throws -> String {
        let name = "photo-" + ImageFile.sha256(of: try WireJSON.encode(body)).prefix(32)
        return isAgain ? name + "-" + UUID().uuidString.lowercased().prefix(8) : name
    }

    private func follow(_ body: RecognizePicture, id: String, _ connection: HubConnection) async throws -> OCRJob {
        let events = try await connection.client.subscribe(
            to: [OCRTopics.ocrDidProcessResult.descriptor, OCRTopics.ocrDidCancel.descriptor],
            hub: hub
        )
        defer { events.cancel() }
        let job = try await ask(body, id, connection)
        guard job.state == .waiting else { return job }
        return try await withThrowingTaskGroup(of: OCRJob?.self) { group in
            group.addTask { try await watch(events, body, id, connection) }
            group.addTask { try await poll(body, id, connection) }
            group.addTask {
                try await Task.sleep(for: patience)
                throw CommandFailure(
                    "stillWaiting",
                    "the photo still waits for a worker: the same command asks again",
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

    /// Asks as soon as an event names the job.
    private func watch(
        _ events: BusSubscription,
        _ body: RecognizePicture,
        _ id: String,
        _ connection: HubConnection
    ) async throws -> OCRJob? {
        struct Mention: Codable, Sendable { let jobID: String }
        for await message in events {
            guard let mention = try? Envelope<Mention>.decode(message.payload).data, mention.jobID == id else {
                continue
            }
            if let job = try? await ask(body, id, connection), job.state != .waiting { return job }
        }
        return nil
    }

    private func poll(_ body: RecognizePicture, _ id: String, _ connection: HubConnection) async throws -> OCRJob? {
        while true {
            try await Task.sleep(for: Self.interval)
            do {
                let job = try await ask(body, id, connection)
                if job.state != .waiting { return job }
            } catch let error as BusError where error.isRetriable || error.code == .noResponder {
                // A worker that starts anew goes on by itself.
            }
        }
    }

    private func ask(_ body: RecognizePicture, _ id: String, _ connection: HubConnection) async throws -> OCRJob {
        try await connection.requests.call(OCRTopics.recognize, hub: hub, body, id: id)
    }
}
