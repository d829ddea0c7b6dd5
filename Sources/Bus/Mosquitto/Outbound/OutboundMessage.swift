import CMosquitto

/// A publish in progress, with the batch of its caller.
struct OutboundMessage {
    let request: PublishRequest
    let batch: PublishBatch
    let index: Int

    var topic: String { request.topic }

    /// Gives the message to the library, which copies it.
    ///
    /// - Returns: The message id that its answer will carry.
    func handOver(to handle: ClientHandle) throws -> Int32 {
        let list = try PropertyList(request.properties)
        var messageID: Int32 = 0
        let result = list.withList {
            mosquitto_publish_v5(
                handle.pointer,
                &messageID,
                topic,
                Int32(request.payload.count),
                request.payload,
                request.qos.rawValue,
                request.retain,
                $0
            )
        }
        guard result == MOSQ_ERR_SUCCESS.rawValue else {
            throw MosquittoError(result: result, action: "MQTT publish to '\(topic)'", fallback: .library)
        }
        return messageID
    }

    /// Passes the broker's answer to the caller.
    func answered(_ reason: ReasonCode) {
        switch reason {
        case _ where reason.isFailure:
            let error = MosquittoError(.rejected, action: "MQTT publish to '\(topic)'", reason: reason)
            fail(error)
        case _ where request.qos == .atMostOnce: batch.settle(index, result: .success(.written))
        case .noMatchingSubscribers: batch.settle(index, result: .success(.noSubscribers))
        default: batch.settle(index, result: .success(.delivered))
        }
    }

    /// Passes the error to the caller.
    func fail(_ error: any Error) { batch.settle(index, result: .failure(error)) }
}
