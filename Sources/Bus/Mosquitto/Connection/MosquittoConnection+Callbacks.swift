// Called from within the library's loop calls: they only record and return, and call only queueing functions of the
// library.
extension MosquittoConnection {
    /// Handles CONNACK.
    func connectAnswered(_ reason: ReasonCode, sessionPresent: Bool) {
        guard let link, phase == .handshaking else { return }
        guard !reason.isFailure, reason == .success else {
            let action = "MQTT connection to \(configuration.endpoint) as '\(configuration.clientID)'"
            link.verdict =
                reason == .unsupportedProtocolVersion
                ? .withoutVersion5(action, reason: reason) : MosquittoError(.refused, action: action, reason: reason)
            return
        }
        link.acceptedAt = .now
        phase = .connected
        subscribing.sendAll(over: link)
        eventSink.yield(.connected(sessionPresent: sessionPresent))
    }

    /// Handles that the consumer has caught up.
    func drained() {
        intake.drained()
        if isRetryHeld {
            isRetryHeld = false
            open()
        } else {
            readable()
        }
    }
}
