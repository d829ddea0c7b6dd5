import CMosquitto
import LoopExecutor
import MessageBus

/// An open socket: the handle, its event source, and the events so far.
///
/// Releasing it closes everything, which must not happen inside a callback.
final class Link {
    let handle: ClientHandle
    let watch: DescriptorWatch
    let endpoint: BusEndpoint
    let openedAt: ContinuousClock.Instant

    /// When the broker accepted the connection.
    var acceptedAt: ContinuousClock.Instant?

    /// The reason from a callback why the broker refused or ended the connection.
    var verdict: MosquittoError?

    /// Whether the DISCONNECT is queued.
    private var isLeaving = false

    init(
        handle: ClientHandle,
        watch: DescriptorWatch,
        endpoint: BusEndpoint,
        openedAt: ContinuousClock.Instant
    ) {
        self.handle = handle
        self.watch = watch
        self.endpoint = endpoint
        self.openedAt = openedAt
    }

    /// Handles a DISCONNECT from the broker; the loop call closes the socket.
    func disconnectReceived(_ reason: ReasonCode) {
        guard verdict == nil else { return }
        verdict = MosquittoError(.disconnectedByBroker, action: "MQTT connection to \(endpoint)", reason: reason)
    }

    /// Queues DISCONNECT, once.
    func leave(sendingWill sendsWill: Bool) {
        guard !isLeaving else { return }
        isLeaving = true
        let reason = sendsWill ? MQTT_RC_DISCONNECT_WITH_WILL_MSG : MQTT_RC_NORMAL_DISCONNECTION
        // The library closes the socket itself once the packet is written.
        mosquitto_disconnect_v5(handle.pointer, Int32(reason.rawValue), nil)
    }

    /// The reason for the end: the broker's, or else the result of the library's call.
    func reason(_ result: Int32, errorNumber: Int32) -> MosquittoError {
        if let verdict { return verdict }
        let action = "MQTT connection to \(endpoint)"
        let isEnd = result == MOSQ_ERR_SUCCESS.rawValue || result == MOSQ_ERR_CONN_LOST.rawValue
        // Brokers without MQTT 5 may give no reason, and TLS 1.3 may end before the refusal of a certificate is read.
        guard acceptedAt != nil || !isEnd else {
            return MosquittoError(
                .connectionLost,
                message: "\(action): the broker closed it without an answer. It may lack MQTT 5 or reject this "
                    + "certificate."
            )
        }
        guard result != MOSQ_ERR_SUCCESS.rawValue else {
            return MosquittoError(.connectionLost, message: "\(action): the broker ended it.")
        }
        let isForeign = [MOSQ_ERR_PROTOCOL.rawValue, MOSQ_ERR_MALFORMED_PACKET.rawValue].contains(result)
        guard acceptedAt != nil || !isForeign else { return .noBroker(action, libraryCode: result) }
        return MosquittoError(result: result, errorNumber: errorNumber, action: action, fallback: .connectionLost)
    }

    /// Stops the watch, so that its handler does not run again.
    func close() { watch.cancel() }
}
