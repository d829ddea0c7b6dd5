import AsyncAlgorithms

// Called from within the library's loop calls: note and return, no call back into the library but queueing ones.
extension MosquittoConnection {
    /// CONNACK came.
    func connectAnswered(_ reason: ReasonCode, sessionPresent: Bool) {
        guard let link, phase == .handshaking else { return }
        guard !reason.isFailure, reason == .success else {
            let action = "MQTT connection to \(configuration.endpoint) as '\(configuration.clientID)'"
            link.verdict = MosquittoError(.refused, action: action, reason: reason)
            return
        }
        link.acceptedAt = .now
        phase = .connected
        for subscription in subscriptions.all {
            sendSubscribe(subscription, on: link)
        }
        eventSink.yield(.connected(sessionPresent: sessionPresent))
    }

    /// A DISCONNECT from the broker came; the loop call closes the socket.
    func disconnectReceived(_ reason: ReasonCode) {
        guard let link, link.verdict == nil else { return }
        let action = "MQTT connection to \(configuration.endpoint)"
        link.verdict = MosquittoError(.disconnectedByBroker, action: action, reason: reason)
    }

    /// A message came.
    func received(_ message: InboundMessage) {
        if let receiver, receiver(message) { return }
        // A consumer that has left has ended the channel: the message is dropped, as documented.
        // Absent is nil: nobody listens any more.
        guard let result = try? inbox?.send(message) else { return }
        receivedCount += 1
        switch consume result {
        case .produceMore: _ = gate.delivered(bufferIsFull: false)
        case .enqueueCallback(var room):
            guard gate.delivered(bufferIsFull: true) else { return }
            room.enqueueCallback { [weak self] _ in self?.later { $0.drained() } }
        }
    }

    /// The consumer has caught up.
    private func drained() {
        gate.drained()
        if isRetryHeld {
            isRetryHeld = false
            open()
        } else {
            readable()
        }
    }

    /// A PUBACK came, or a QoS 0 message was written.
    func publishAnswered(_ messageID: Int32, _ reason: ReasonCode) {
        window.answered(messageID: messageID)?.answered(reason)
    }

    /// A SUBACK came.
    func subscribeAnswered(_ messageID: Int32, _ reason: ReasonCode) {
        carryOut(subscriptions.answered(messageID: messageID, reason: reason))
    }

    /// An UNSUBACK came.
    func unsubscribeAnswered(_ messageID: Int32) {
        guard let request = unsubscribes.removeValue(forKey: messageID) else { return }
        unsubscribeFinished(request)
    }
}
