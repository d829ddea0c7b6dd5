import CodedErrors
import Dispatch
import LoopExecutor

extension MosquittoConnection {
    /// Starts one attempt to connect; the blocking part runs on the connect queue.
    func open() {
        retryTimer = nil
        guard departure == nil, phase == .resting else { return }
        // A consumer that does not read would not read the packets after CONNACK either, and would time out again.
        guard !intake.isFull else {
            isRetryHeld = true
            return
        }
        phase = .opening
        do {
            let handle = try ClientHandle(configuration)
            handle.installCallbacks(of: self)
            connectQueue.async { [weak self, configuration] in
                let result = handle.connect(configuration)
                self?.later { $0.opened(handle, result: result) }
            }
        } catch {
            attemptFailed(
                error as? MosquittoError
                    ?? MosquittoError(.library, message: "MQTT connection: \(error.plainWords)")
            )
        }
    }

    /// Handles the end of the connect queue's work.
    private func opened(_ handle: ClientHandle, result: Result<Void, MosquittoError>) {
        guard phase == .opening else { return }
        if case .failure(let error) = result { return attemptFailed(error) }
        guard let socket = handle.socket,
            let watch = DescriptorWatch(
                descriptor: socket,
                on: loop,
                handler: { [weak self] ready in
                    self?.assumeIsolated { ready.contains(.readable) ? $0.readable() : $0.pump() }
                }
            )
        else {
            return attemptFailed(
                MosquittoError(.connectFailed, message: "MQTT connection: no file descriptor is available.")
            )
        }
        link = Link(handle: handle, watch: watch, endpoint: configuration.endpoint, openedAt: .now)
        phase = .handshaking
        pump()
    }

    private func attemptFailed(_ error: MosquittoError) {
        phase = .resting
        eventSink.yield(.disconnected(error))
        retryLater()
    }

    /// Reconnects after a lost connection; does nothing unless the connection is on hold.
    ///
    /// See ``MosquittoConfiguration/asksBeforeReconnecting``.
    public func resume() {
        guard isOnHold, phase == .resting else { return }
        isOnHold = false
        retryLater()
    }

    /// Plans the next attempt.
    func retryLater() {
        guard departure == nil else { return }
        let delay = backoff.next(jitter: .random(in: 0...1))
        retryTimer = EventTimer(after: delay, on: loop, handler: enter { $0.open() })
    }
}
