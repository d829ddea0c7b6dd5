import LoopExecutor

extension MosquittoConnection {
    /// Publishes a message and waits for the broker's answer.
    ///
    /// At most `publishWindow` publishes are unanswered at a time; more wait in order, up to `publishQueueLimit`. No
    /// message is kept for later: a failed one was not sent, unless the code is `outcomeUnknown`.
    ///
    /// - Parameters:
    ///   - topic: The topic, without wildcards.
    ///   - payload: The payload, up to the configuration's `messageSizeLimit`.
    ///   - qos: The quality of service.
    ///   - retain: Whether the broker keeps it for later subscribers; an empty payload removes the kept one.
    ///   - properties: The MQTT 5 properties.
    /// - Returns: The outcome.
    /// - Throws: ``MosquittoError``: `notConnected`, `closed`, `busy`, `invalidTopic`, `invalidProperty`, `tooLarge`
    ///   (not sent in any of these cases); `rejected` with the broker's reason code; `outcomeUnknown` if the connection
    ///   broke before the answer, or the task was cancelled after the message was sent. `CancellationError` if the task
    ///   was cancelled before that (not sent).
    @discardableResult
    public func publish(
        topic: String,
        payload: [UInt8],
        qos: QualityOfService = .atLeastOnce,
        retain: Bool = false,
        properties: MessageProperties = MessageProperties()
    ) async throws -> PublishOutcome {
        let results = await publish(inOrder: [
            PublishRequest(topic: topic, payload: payload, qos: qos, retain: retain, properties: properties)
        ])
        return try results[0].get()
    }

    /// Publishes messages in order without waiting for the broker's answer to each, and waits for all answers.
    ///
    /// A failed message does not delay those behind it.
    ///
    /// - Returns: The outcome of each; failures are the errors of ``publish(topic:payload:qos:retain:properties:)``.
    public func publish(inOrder requests: [PublishRequest]) async -> [Result<PublishOutcome, any Error>] {
        guard !requests.isEmpty else { return [] }
        guard !Task.isCancelled else { return requests.map { _ in .failure(CancellationError()) } }
        let ids = requests.map { _ in publishing.nextRequest() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                let batch = PublishBatch(count: requests.count) { caller.resume(returning: $0) }
                for (index, request) in requests.enumerated() {
                    accept(OutboundMessage(request: request, batch: batch, index: index), request: ids[index])
                }
            }
        } onCancel: {
            later { connection in
                for id in ids { connection.publishing.cancel(id) }
            }
        }
    }

    /// Publishes a message without waiting for its outcome.
    ///
    /// - Parameter whenDone: Called once, on the loop, with the result or error of
    ///   ``publish(topic:payload:qos:retain:properties:)``; it must not wait.
    public nonisolated func post(
        _ request: PublishRequest,
        whenDone: @escaping @Sendable (Result<PublishOutcome, any Error>) -> Void
    ) {
        guard loop.isCurrent else { return loop.later { self.assumeIsolated { $0.postNow(request, whenDone) } } }
        assumeIsolated { $0.postNow(request, whenDone) }
    }

    private func postNow(
        _ request: PublishRequest,
        _ whenDone: @escaping @Sendable (Result<PublishOutcome, any Error>) -> Void
    ) {
        // The library must not write while it reads.
        guard !isCalledBack else { return loop.later { self.assumeIsolated { $0.postNow(request, whenDone) } } }
        let batch = PublishBatch(count: 1) { results in for result in results { whenDone(result) } }
        accept(OutboundMessage(request: request, batch: batch, index: 0), request: publishing.nextRequest())
    }

    private func accept(_ message: OutboundMessage, request: UInt64) {
        let accepted = isConnected ? link : nil
        let isClosing = phase == .closed || departure != nil
        if publishing.accept(message, as: request, over: accepted, isClosing: isClosing) { pump() }
    }
}
