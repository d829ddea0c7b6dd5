import CMosquitto
import Glibc
import LoopExecutor

extension MosquittoConnection {
    /// Closes the connection permanently: waits for the answers to accepted publishes, sends DISCONNECT, and ends the
    /// streams.
    ///
    /// It accepts nothing new from the call on. A second call waits for the end of the first. Received messages stay in
    /// ``messages`` until they are taken.
    ///
    /// - Parameters:
    ///   - deadline: How long to wait for answers and for the socket to accept the rest; then the socket is closed.
    ///   - sendsWill: Whether the broker is to publish the last will (DISCONNECT with reason 4); it does so in any case
    ///     if the socket is closed at the deadline.
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

    /// Breaks the socket like a crash or a pulled cable; the connection then reconnects.
    package func breakSocket() {
        guard let socket = link?.handle.socket else { return }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    private func deadlinePassed() {
        guard link != nil else { return finishClose() }
        lost(MOSQ_ERR_SUCCESS.rawValue, errorNumber: 0)
    }
}
