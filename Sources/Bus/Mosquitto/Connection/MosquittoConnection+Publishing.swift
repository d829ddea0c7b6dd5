import LoopExecutor

extension MosquittoConnection {
    /// Publishes a message and waits for the broker's answer.
    ///
    /// At most `publishWindow` publishes are without their answer at a time; more wait in the order they came, up to
    /// `publishQueueLimit`. Nothing is kept for later: what fails was not sent, unless the code says `outcomeUnknown`.
    ///
    /// - Parameters:
    ///   - topic: Where to, without wildcards.
    ///   - payload: What, up to the configuration's `messageSizeLimit`.
    ///   - qos: With which quality of service.
    ///   - retain: Whether the broker keeps it for later subscribers; an empty payload removes what it kept.
    ///   - properties: The MQTT 5 properties.
    /// - Returns: What became of it.
    /// - Throws: ``MosquittoError``: `notConnected`, `closed`, `busy`, `invalidTopic`, `invalidProperty`, `tooLarge`
    ///   (all: not sent), `rejected` with the broker's reason code, `outcomeUnknown` when the connection broke before
    ///   the answer or the task was cancelled after the message was sent; `CancellationError` when the task was
    ///   cancelled before (not sent).
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

    /// Publishes messages in their order without waiting for the broker's answer to each, and waits for all answers.
    ///
    /// One that fails does not hold up those behind it.
    ///
    /// - Returns: What became of each; failures as ``publish(topic:payload:qos:retain:properties:)`` throws them.
    public func publish(inOrder requests: [PublishRequest]) async -> [Result<PublishOutcome, any Error>] {
        guard !requests.isEmpty else { return [] }
        guard !Task.isCancelled else { return requests.map { _ in .failure(CancellationError()) } }
        let ids = requests.map { _ in nextRequest() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                let batch = PublishBatch(count: requests.count) { caller.resume(returning: $0) }
                for (index, request) in requests.enumerated() {
                    accept(OutboundMessage(request: request, batch: batch, index: index), ids[index])
                }
            }
        } onCancel: {
            later { connection in
                for id in ids { connection.cancelPublish(id) }
            }
        }
    }

    /// Publishes a message and goes on at once.
    ///
    /// - Parameter whenDone: Called once, on the loop, with what ``publish(topic:payload:qos:retain:properties:)`` would
    ///   return or throw; it must not wait.
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
        // The library is not to be told to write while it reads.
        guard !isCalledBack else { return loop.later { self.assumeIsolated { $0.postNow(request, whenDone) } } }
        let batch = PublishBatch(count: 1) { results in for result in results { whenDone(result) } }
        accept(OutboundMessage(request: request, batch: batch, index: 0), nextRequest())
    }

    /// Gives waiting publishes to the library while there is room in the window.
    func admitWaiting(to link: Link) {
        guard phase == .connected else { return }
        while let (id, message) = window.next() {
            handOver(message, id, to: link)
        }
    }

    /// Tells everybody who waits for an outcome that the connection is gone.
    func failPublishes(because error: MosquittoError) {
        let (sent, waiting) = window.removeAll()
        for message in sent {
            message.fail(
                MosquittoError(
                    .outcomeUnknown,
                    "MQTT publish to '\(message.topic)': the broker may have it or not. \(error.message)"
                )
            )
        }
        for message in waiting {
            message.fail(unsent("MQTT publish to '\(message.topic)'"))
        }
    }

    private func unsent(_ action: String) -> MosquittoError {
        phase == .closed || departure != nil
            ? MosquittoError(.closed, "\(action): the connection was closed; nothing was sent.")
            : MosquittoError(.notConnected, "\(action): not connected; nothing was sent. Try again when connected.")
    }

    private func checkSize(_ payload: [UInt8], _ topic: String) throws {
        guard payload.count <= configuration.messageSizeLimit else {
            throw MosquittoError(
                .tooLarge,
                "MQTT publish to '\(topic)': \(payload.count) bytes are more than messageSizeLimit, "
                    + "\(configuration.messageSizeLimit)."
            )
        }
    }

    private func accept(_ message: OutboundMessage, _ request: UInt64) {
        do {
            try TopicRules.checkName(message.topic)
            try checkSize(message.request.payload, message.topic)
        } catch {
            return message.fail(error)
        }
        guard isConnected, let link else { return message.fail(unsent("MQTT publish to '\(message.topic)'")) }
        switch window.admit(request, message) {
        case .send:
            handOver(message, request, to: link)
            pump()
        case .wait: break
        case .refuse:
            let error = MosquittoError(
                .busy,
                "MQTT publish to '\(message.topic)': \(configuration.publishQueueLimit) publishes wait already."
            )
            message.fail(error)
        }
    }

    private func handOver(_ message: OutboundMessage, _ request: UInt64, to link: Link) {
        do {
            let messageID = try message.handOver(to: link.handle)
            window.handedOver(request, message, messageID: messageID)
        } catch {
            message.fail(error)
        }
    }

    private func cancelPublish(_ request: UInt64) {
        guard let (message, wasSent) = window.cancel(request) else { return }
        guard wasSent else { return message.fail(CancellationError()) }
        let text = "MQTT publish to '\(message.topic)': cancelled after it was sent; the broker may have it or not."
        message.fail(MosquittoError(.outcomeUnknown, text))
    }
}
