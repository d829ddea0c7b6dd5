/// The phase of a ``DBusConnection``, the callers waiting for it to connect, and the observers of its state.
struct ConnectionProgress {
    /// The present phase.
    private(set) var phase = ConnectionPhase.idle
    /// Whether an attempt has ever succeeded; from then on the connection reconnects automatically.
    private(set) var hasConnected = false
    private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var observers: [Int: AsyncStream<DBusConnectionState>.Continuation] = [:]

    /// The state as users see it.
    var state: DBusConnectionState {
        switch phase {
        case .connected(let name): .connected(uniqueName: name)
        case .closed: .closed
        case .idle, .connecting, .waiting: .disconnected
        }
    }

    /// Enters a phase, and notifies the observers if users see another state.
    mutating func enter(_ phase: ConnectionPhase) {
        let old = state
        self.phase = phase
        if case .connected = phase { hasConnected = true }
        guard state != old else { return }
        for observer in observers.values { observer.yield(state) }
        if case .closed = phase { finishObservers() }
    }

    /// Follows the state from the present one on; a slow consumer sees only the newest.
    mutating func observe(id: Int) -> (
        stream: AsyncStream<DBusConnectionState>, continuation: AsyncStream<DBusConnectionState>.Continuation
    ) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DBusConnectionState.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        continuation.yield(state)
        if case .closed = phase { continuation.finish() } else { observers[id] = continuation }
        return (stream, continuation)
    }

    mutating func stopObserving(id: Int) {
        observers[id] = nil
    }

    mutating func wait(id: Int, waiter: CheckedContinuation<Void, any Error>) {
        waiters[id] = waiter
    }

    /// Ends one wait; does nothing if it already ended.
    mutating func cancelWait(id: Int) {
        waiters.removeValue(forKey: id)?.resume(throwing: CancellationError())
    }

    /// Ends every wait for the connection.
    mutating func endWaits(_ result: Result<Void, any Error>) {
        let ended = waiters
        waiters = [:]
        for waiter in ended.values { waiter.resume(with: result) }
    }

    func finishObservers() {
        for observer in observers.values { observer.finish() }
    }
}

/// The internal phase of a ``DBusConnection``.
enum ConnectionPhase {
    /// Never connected, or the first attempt failed.
    case idle
    /// A connection attempt is in progress.
    case connecting
    case connected(uniqueName: String)
    /// The connection is lost; the next attempt is scheduled.
    case waiting
    case closed
}

/// The pauses between connection attempts: they double from the first to the longest, each shortened by up to a half at
/// random.
struct ReconnectPause {
    let first: Duration
    let longest: Duration
    private(set) var attempts = 0

    init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// The next pause; its jitter keeps the processes of one machine from reconnecting at the same moment.
    mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
        let factor = 1 << min(attempts, 16)
        attempts += 1
        let pause = min(first * factor, longest)
        return pause * Double.random(in: 0.5...1, using: &random)
    }

    mutating func reset() {
        attempts = 0
    }
}

/// A request that a new connection repeats to restore its state.
struct RestoreRequest {
    enum Subject: Sendable {
        case rule
        case owner(ofName: String)
        case ownName(String)
    }

    let message: OutgoingMessage
    let subject: Subject

    /// Adds a match rule again.
    static func rule(_ text: String) -> RestoreRequest {
        RestoreRequest(message: .bus("AddMatch", body: [.string(text)]), subject: .rule)
    }
}
