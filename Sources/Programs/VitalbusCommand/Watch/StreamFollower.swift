internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus

/// Requests a reading over frames from a worker, and shows its progress until the end.
struct StreamFollower: Sendable {
    /// How long after a stream's time limit its end may still arrive.
    private static let grace = Duration.seconds(30)
    private static let topics = [
        OCRTopics.ocrDidProcessResult.descriptor, OCRTopics.ocrDidCompleteReading.descriptor,
        OCRTopics.ocrDidCancel.descriptor, OCRTopics.ocrCameraUnavailable.descriptor,
    ]

    let hub: String
    let body: StartReading
    let json: Bool
    let environment: CommandEnvironment
    /// Shows the frames instead of a line for each; nil for lines only.
    var viewer: PreviewViewer?

    /// Starts the stream and follows it.
    ///
    /// - Throws: ``CommandFailure`` if it ends without a reading, `BusError`.
    func run(_ connection: HubConnection) async throws {
        let events = try await connection.client.subscribe(to: Self.topics, hub: hub, capacity: 1_024)
        defer { events.cancel() }
        let signals = environment.bus == nil ? await EndSignals.trapped() : nil
        let id = UUID().uuidString.lowercased()
        do {
            _ = try await connection.requests.call(OCRTopics.startReading, hub: hub, body: body, id: id)
        } catch let error as BusError {
            throw PhotoOptions.explained(error, hub: hub)
        }
        let (frames, give) = AsyncStream.makeStream(of: OCRDidProcessResult.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watch(events, id: id, give: give, over: connection) }
            if let viewer { group.addTask { try await show(frames, id: id, viewer: viewer, over: connection) } }
            group.addTask { try await giveUp() }
            if let signals { group.addTask { try await cancel(id, after: signals, over: connection) } }
            defer { group.cancelAll() }
            try await group.next()
            give.finish()
            // The last frame is shown before the reading's lines.
            if viewer != nil { try await group.next() }
        }
    }

    /// Shows frames; if that fails, it ends the stream, because no person could see it.
    private func show(
        _ frames: AsyncStream<OCRDidProcessResult>,
        id: String,
        viewer: PreviewViewer,
        over connection: HubConnection
    ) async throws {
        do {
            try await viewer.show(frames, over: connection)
        } catch let failure as CommandFailure {
            // Cleanup: the failure itself is thrown; a stream without a follower ends at its time limit.
            _ = try? await connection.requests.call(OCRTopics.cancel, hub: hub, body: CancelOCR(jobID: id))
            throw failure
        }
    }

    private func watch(
        _ events: BusSubscription,
        id: String,
        give: AsyncStream<OCRDidProcessResult>.Continuation,
        over connection: HubConnection
    ) async throws {
        for await message in events {
            guard var event = StreamEvent(message), event.jobID == id else { continue }
            event = try await event.checked(connection)
            if json {
                if let line = EventLine(message)?.json { environment.out(line) }
            } else if viewer != nil, case .looked(let look) = event {
                if look.preview != nil { give.yield(look) }
            } else {
                for line in event.text(seat: body.seat) { environment.out(line) }
            }
            if let failure = event.failure { throw failure }
            if event.isReading { return }
        }
        throw CommandFailure(
            "notConnected",
            message: "the connection ended before the reading",
            exitCode: 69,
            isRetriable: true
        )
    }

    private func giveUp() async throws {
        try await Task.sleep(for: .seconds(body.seconds ?? 60) + Self.grace)
        throw CommandFailure(
            "deadlineExceeded",
            message:
                "the worker of hub \(hub) did not report the result: check with 'vitalbus held' for a reading",
            exitCode: 75,
            isRetriable: true
        )
    }

    /// Ends the stream at the worker, which then reports its end.
    private func cancel(_ id: String, after signals: EndSignals, over connection: HubConnection) async throws {
        await signals.wait()
        guard !Task.isCancelled else { return }
        _ = try await connection.requests.call(OCRTopics.cancel, hub: hub, body: CancelOCR(jobID: id))
        try await Task.sleep(for: .seconds(5))
    }
}
