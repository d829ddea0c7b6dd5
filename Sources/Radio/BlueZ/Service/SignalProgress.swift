internal import DBus

/// Counts the signals handled so far, and resumes callers that wait for a count.
@BlueZIsolation final class SignalProgress {
    private var signals: DBusSignalStream?
    private var handled = 0
    /// The callers that wait until this many are handled.
    private var waiting: [(goal: Int, continuation: CheckedContinuation<Void, Never>)] = []

    nonisolated init() {}

    deinit {
        for waiter in waiting { waiter.continuation.resume() }
    }

    /// Counts the signals of a stream from its first.
    func begin(_ stream: DBusSignalStream) {
        signals = stream
        handled = 0
    }

    /// Ends the count, and every wait.
    func end() {
        signals = nil
        for waiter in waiting { waiter.continuation.resume() }
        waiting = []
    }

    /// One more signal is handled.
    func advance() {
        handled += 1
        for waiter in waiting where waiter.goal <= handled { waiter.continuation.resume() }
        waiting.removeAll { $0.goal <= handled }
    }

    /// Waits until every signal received so far is handled.
    func catchUp() async {
        guard let goal = signals?.count, goal > handled else { return }
        await withCheckedContinuation { waiting.append((goal, $0)) }
    }
}
