import CMosquitto
import Glibc
import LoopExecutor

extension MosquittoConnection {
    /// Handles that the socket has bytes, or has ended.
    func readable() {
        guard let link else { return }
        // Each call reads at least one packet. TLS may hold decrypted bytes that the descriptor does not show, so
        // reading continues until the library finds none, but with a limit, and only while the gate allows it.
        for _ in 0..<32 {
            guard isReadingAllowed else { return pump() }
            let callbacks = callbackCount
            errno = 0
            let result = mosquitto_loop_read(link.handle.pointer, 1)
            let number = errno
            guard result == MOSQ_ERR_SUCCESS.rawValue, link.handle.socket != nil else {
                return lost(result, errorNumber: number)
            }
            // EAGAIN may come from the library's wake-up pipe alone, which is not drained here.
            if number == EAGAIN, configuration.tls == nil || callbacks == callbackCount { return pump() }
        }
        pump()
        later { $0.readable() }
    }

    /// Passes waiting messages to the library, writes its output, and arms the sources for the next events.
    func pump() {
        guard let link else { return }
        var result = MOSQ_ERR_SUCCESS.rawValue
        var number: Int32 = 0
        repeat {
            if phase == .connected { publishing.admitWaiting(over: link) }
            // A close sends DISCONNECT as soon as every accepted publish has its answer.
            if let departure, phase == .connected, publishing.isEmpty { link.leave(sendingWill: departure.sendsWill) }
            guard mosquitto_want_write(link.handle.pointer) else { break }
            errno = 0
            result = mosquitto_loop_write(link.handle.pointer, 1)
            number = errno
        } while result == MOSQ_ERR_SUCCESS.rawValue && link.handle.socket != nil && publishing.canAdmit
        guard result == MOSQ_ERR_SUCCESS.rawValue, link.handle.socket != nil else {
            return lost(result, errorNumber: number)
        }
        let reads: DescriptorWatch.Readiness = isReadingAllowed ? .readable : []
        link.watch.wait(for: mosquitto_want_write(link.handle.pointer) ? reads.union(.writable) : reads)
    }

    /// Runs once a second for keep-alive, and for the deadline of the handshake.
    func tick() {
        guard let link else { return }
        errno = 0
        let result = mosquitto_loop_misc(link.handle.pointer)
        let number = errno
        guard result == MOSQ_ERR_SUCCESS.rawValue, link.handle.socket != nil else {
            return lost(result, errorNumber: number)
        }
        if phase == .handshaking, link.openedAt.duration(to: .now) > configuration.handshakeTimeout {
            link.verdict = MosquittoError(
                .handshakeTimeout,
                message:
                    "MQTT connection to \(configuration.endpoint): no CONNACK within \(configuration.handshakeTimeout)."
            )
            return lost(result, errorNumber: number)
        }
        // After a read that stopped early under TLS, the descriptor would show nothing.
        readable()
    }

    /// Handles a lost connection by informing all waiting callers.
    func lost(_ result: Int32, errorNumber: Int32) {
        guard let ended = link else { return }
        let error = ended.reason(result, errorNumber: errorNumber)
        link = nil
        phase = .resting
        ended.close()
        backoff.connectionEnded(after: ended.acceptedAt?.duration(to: .now) ?? .zero)
        publishing.failAll(because: error, isClosing: departure != nil)
        subscribing.connectionEnded()
        guard departure == nil else { return finishClose() }
        isOnHold = configuration.asksBeforeReconnecting && ended.acceptedAt != nil
        eventSink.yield([.refused, .unusable].contains(error.code) ? .refused(error) : .disconnected(error))
        if !isOnHold { retryLater() }
    }

    private var isReadingAllowed: Bool {
        intake.mayRead(isAnswerDue: phase == .handshaking || publishing.isAnswerDue || subscribing.isAnswerDue)
    }
}
