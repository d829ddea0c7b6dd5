package import BusContract
internal import Foundation
internal import HubRunner
internal import ImageCleaning
internal import Logging
internal import MessageBus
internal import PictureParts
internal import VitalRecords

/// A picture dispatcher played by a test at a real broker: real workers take the work that the test deals.
package actor PictureDealer {
    /// The open demands of the workers.
    private var demands: [String: WorkPull] = [:]
    private var pictures: [String: [UInt8]] = [:]
    private var isConfirming = true
    private var outcomes: [OCRAck.Outcome] = []
    private let client: BusClient

    private init(_ client: BusClient) {
        self.client = client
    }

    /// Plays the dispatcher while a body runs, with the broker account of ``RunningLine/Settings/pictureHub``.
    ///
    /// - Throws: ``RunningLine/Failure`` if the settings name no such hub, `BusError`, or whatever the body throws.
    package static func with(
        _ line: RunningLine,
        _ body: @Sendable @escaping (PictureDealer) async throws -> Void
    ) async throws {
        guard let address = line.plan.guests.first(where: { $0.role == .ocrWorker })?.address else {
            throw RunningLine.Failure(description: "Settings.pictureHub names no hub")
        }
        try await line.asProcess(address) { client in
            let dealer = PictureDealer(client)
            let pulls = try await client.subscribe(to: [OCRWork.pull.descriptor], hub: client.address.hub)
            let server = try await dealer.server()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                group.addTask { for await message in pulls { try await dealer.note(message) } }
                group.addTask { try await body(dealer) }
                // Waits for the first to end; the others run as long as the bus.
                try await group.next()
                pulls.cancel()
                group.cancelAll()
            }
        }
    }

    private func server() throws -> RequestServer {
        let bytes = RequestHandler(OCRTopics.pictureBytes) { body, _ in try await self.piece(body) }
        let ack = RequestHandler(name: "ack", request: OCRWork.ack, reply: OCRWork.ackReply) { body, _ in
            try await self.take(body)
        }
        let leaves = OCRWork.ack.descriptor.servedLeaves
        return try RequestServer(client, handlers: [bytes, ack], extra: leaves, logger: Logger(label: "dealer"))
    }

    private func note(_ message: BusMessage) throws {
        let pull = try Envelope<WorkPull>.decode(message.payload).data
        demands[pull.worker] = pull
    }

    private func piece(_ request: PictureBytesRequest) throws -> ImageBytes {
        guard let picture = pictures[request.sha256] else {
            throw BusError(.notFound, message: "there is no such picture")
        }
        return ImageBytes(data: Data(picture.dropFirst(request.offset).prefix(40_000)).base64EncodedString())
    }

    private func take(_ ack: OCRAck) throws -> OCRConfirmed {
        outcomes += ack.outcomes
        guard isConfirming else {
            throw BusError(.storeUnavailable, message: "nothing is confirmed now", isRetriable: true)
        }
        return OCRConfirmed(confirmed: ack.outcomes.map { .init(jobID: $0.jobID, fence: $0.fence) })
    }

    /// Sets whether outcomes are confirmed; workers repeat unconfirmed ones.
    package func confirm(_ isConfirming: Bool) { self.isConfirming = isConfirming }

    /// The outcomes of a job so far, in order of arrival.
    package func outcomes(of job: String) -> [OCRAck.Outcome] { outcomes.filter { $0.jobID == job } }

    /// Deals a picture to any worker that demands one.
    ///
    /// - Parameters:
    ///   - job: The ID of the job.
    ///   - picture: The bytes of the picture.
    ///   - name: The claimed hash of the picture; nil for the real one.
    ///   - leaseSeconds: The length of the worker's lease.
    ///   - isStored: Whether the reading is stored; that of the default user is not.
    /// - Returns: False if no worker demands one.
    /// - Throws: `BusError`.
    package func deal(
        _ job: String,
        picture: [UInt8],
        as name: String? = nil,
        leaseSeconds: Int = 60,
        isStored: Bool = true
    ) async throws -> Bool {
        guard let demand = demands.values.first(where: { $0.free > 0 }) else { return false }
        // The demand is answered; the next picture needs another one.
        demands[demand.worker] = nil
        let sha256 = name ?? CleanImage.sha256(of: picture)
        pictures[sha256] = picture
        let item = OCRGrant.Item(
            jobID: job,
            fence: 1,
            readingKey: ReadingKey.hashed(scheme: "line", fields: [1: Array(job.utf8)]),
            sha256: sha256,
            size: picture.count,
            wish: DisplayWish(type: .bloodPressure),
            seat: LineSetup.seat,
            hub: LineSetup.hub,
            takenAt: Date(),
            holds: true,
            notStored: isStored ? nil : true
        )
        let grant = OCRGrant(
            worker: demand.worker,
            pullID: demand.pullID,
            leaseSeconds: leaseSeconds,
            items: [item]
        )
        return try await client.publish(OCRWork.grant, values: ["worker": demand.worker], data: grant) == .delivered
    }
}
