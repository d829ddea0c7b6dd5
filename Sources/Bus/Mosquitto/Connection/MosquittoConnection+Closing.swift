import CMosquitto
import Glibc
import LoopExecutor

extension MosquittoConnection {
    /// Closes the connection for good: waits for the answers of accepted publishes, sends DISCONNECT, ends the streams.
    ///
    /// Nothing new is accepted from the call on. A second call waits for the first one's end. Messages that were
    /// received stay in ``messages`` until they are taken.
    ///
    /// - Parameters:
    ///   - deadline: How long to wait for answers and for the socket to take the rest; then the socket is closed.
    ///   - sendsWill: Whether the broker is to publish the last will (DISCONNECT with reason 4); a socket that is closed
    ///     at the deadline makes it do so in any case.
    public func close(within deadline: Duration = .seconds(5), sendingWill sendsWill: Bool = false) async {
        guard phase != .closed else { return }
        if departure == nil {
            let timer = EventTimer(after: deadline, on: loop, handler: enter { $0.deadlinePassed() })
            departure = Departure(sendsWill: sendsWill, timer: timer)
        }
        await withCheckedContinuation { continuation in
            departure?.waiters.append(continuation)
            subscribing.failAll()
            // Without an accepted connection there is nothing to flush.
            phase == .connected ? pump() : deadlinePassed()
        }
    }

    /// Ends the streams and resumes the waiting calls.
    func finishClose() {
        guard phase != .closed else { return }
        phase = .closed
        tickTimer = nil
        retryTimer = nil
        isRetryHeld = false
        intake.close()
        eventSink.finish()
        let waiters = departure?.waiters ?? []
        departure = nil
        for waiter in waiters { waiter.resume() }
    }

    /// Breaks the socket as a crash or a pulled cable would; the connection makes itself again.
    package func breakSocket() {
        guard let socket = link?.handle.socket else { return }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    private func deadlinePassed() {
        guard link != nil else { return finishClose() }
        lost(MOSQ_ERR_SUCCESS.rawValue, errorNumber: 0)
    }
}
