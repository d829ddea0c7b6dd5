import CMosquitto

/// A publish on its way, with the caller who waits for its outcome.
struct OutboundMessage {
    let topic: String
    let payload: [UInt8]
    let qos: QualityOfService
    let retain: Bool
    let properties: MessageProperties
    let continuation: CheckedContinuation<PublishOutcome, any Error>

    /// Gives the message to the library, which copies it.
    ///
    /// - Returns: The message id that its answer will carry.
    func handOver(to handle: ClientHandle) throws -> Int32 {
        let list = try PropertyList(properties)
        var messageID: Int32 = 0
        let result = list.withList {
            mosquitto_publish_v5(
                handle.pointer,
                &messageID,
                topic,
                Int32(payload.count),
                payload,
                qos.rawValue,
                retain,
                $0
            )
        }
        guard result == MOSQ_ERR_SUCCESS.rawValue else {
            throw MosquittoError(result: result, action: "MQTT publish to '\(topic)'", fallback: .library)
        }
        return messageID
    }

    /// Tells the caller what the broker answered.
    func answer(_ reason: ReasonCode) {
        switch reason {
        case _ where reason.isFailure:
            let error = MosquittoError(.rejected, action: "MQTT publish to '\(topic)'", reason: reason)
            continuation.resume(throwing: error)
        case _ where qos == .atMostOnce: continuation.resume(returning: .written)
        case .noMatchingSubscribers: continuation.resume(returning: .noSubscribers)
        default: continuation.resume(returning: .delivered)
        }
    }
}
