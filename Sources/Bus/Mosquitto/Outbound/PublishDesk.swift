/// A connection's publishes: those in the library, those that wait for their turn, and the callers that wait for
/// outcomes.
///
/// It never leaves its connection's actor. It is a class, because a caller that receives an outcome may publish again
/// at once.
final class PublishDesk {
    private let configuration: MosquittoConfiguration
    private var window: PublishWindow<OutboundMessage>
    private var lastRequest: UInt64 = 0

    init(_ configuration: MosquittoConfiguration) {
        self.configuration = configuration
        window = PublishWindow(limit: configuration.publishWindow, waitingLimit: configuration.publishQueueLimit)
    }

    /// Whether no publish is in flight or waiting.
    var isEmpty: Bool { window.isEmpty }

    /// Whether a publish waits for its answer.
    var isAnswerDue: Bool { window.isAnswerDue }

    /// Whether a waiting publish could be sent now.
    var canAdmit: Bool { window.canAdmit }

    /// The number of publishes that wait for their turn.
    var waitingCount: Int { window.waitingCount }

    /// Creates a number for a publish.
    func nextRequest() -> UInt64 {
        lastRequest += 1
        return lastRequest
    }

    /// Accepts a publish, or passes the reason for refusal to its caller.
    ///
    /// - Parameters:
    ///   - link: The link that the broker has accepted, or `nil`.
    ///   - isClosing: Whether there will be no further link.
    /// - Returns: Whether the library may have something new to write.
    func accept(_ message: OutboundMessage, as request: UInt64, over link: Link?, isClosing: Bool) -> Bool {
        do {
            try TopicRules.checkName(message.topic)
            try checkSize(message)
        } catch {
            message.fail(error)
            return false
        }
        guard let link else {
            message.fail(Self.unsent(message, isClosing: isClosing))
            return false
        }
        switch window.admit(request, request: message) {
        case .send:
            handOver(message, as: request, over: link)
            return true
        case .wait: return false
        case .refuse:
            let error = MosquittoError(
                .busy,
                message:
                    "MQTT publish to '\(message.topic)': \(configuration.publishQueueLimit) messages are already queued."
            )
            message.fail(error)
            return false
        }
    }

    /// Gives waiting publishes to the library while there is room in the window.
    func admitWaiting(over link: Link) {
        while let (request, message) = window.next() {
            handOver(message, as: request, over: link)
        }
    }

    /// Handles a PUBACK, or the writing of a QoS 0 message.
    func answered(_ messageID: Int32, reason: ReasonCode) {
        window.answered(messageID: messageID)?.answered(reason)
    }

    /// Records that the caller no longer waits.
    func cancel(_ request: UInt64) {
        guard let (message, wasSent) = window.cancel(request) else { return }
        guard wasSent else { return message.fail(CancellationError()) }
        let text = "MQTT publish to '\(message.topic)': cancelled after it was sent; the broker may or may not have it."
        message.fail(MosquittoError(.outcomeUnknown, message: text))
    }

    /// Reports the end of the connection to all waiting calls.
    ///
    /// - Parameter isClosing: Whether there will be no further connection.
    func failAll(because error: MosquittoError, isClosing: Bool) {
        let (sent, waiting) = window.removeAll()
        for message in sent {
            message.fail(
                MosquittoError(
                    .outcomeUnknown,
                    message: "MQTT publish to '\(message.topic)': the broker may or may not have it. \(error.message)"
                )
            )
        }
        for message in waiting {
            message.fail(Self.unsent(message, isClosing: isClosing))
        }
    }

    private func handOver(_ message: OutboundMessage, as request: UInt64, over link: Link) {
        do {
            let messageID = try message.handOver(to: link.handle)
            window.handedOver(request, request: message, messageID: messageID)
        } catch {
            message.fail(error)
        }
    }

    private func checkSize(_ message: OutboundMessage) throws {
        let count = message.request.payload.count
        guard count <= configuration.messageSizeLimit else {
            throw MosquittoError(
                .tooLarge,
                message: "MQTT publish to '\(message.topic)': \(count) bytes exceed messageSizeLimit, "
                    + "\(configuration.messageSizeLimit)."
            )
        }
    }

    private static func unsent(_ message: OutboundMessage, isClosing: Bool) -> MosquittoError {
        let action = "MQTT publish to '\(message.topic)'"
        return isClosing
            ? MosquittoError(.closed, message: "\(action): the connection was closed; the message was not sent.")
            : MosquittoError(
                .notConnected,
                message: "\(action): not connected; the message was not sent. Try again when connected."
            )
    }
}
