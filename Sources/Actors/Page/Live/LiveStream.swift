internal import MessageBus
internal import Synchronization

/// What has changed; a browser asks for what it shows of it.
enum LiveChange: Sendable, Hashable {
    /// A seat's values, session or what waits there.
    case seat(String)
    /// What is held.
    case held
    /// What is wrong with hubs and devices.
    case problems
    /// Who may what: streams look at it.
    case rights
    /// How far imports are.
    case imports
    /// The measurement that one browser's session makes.
    case measurement(String)
}

/// The changes that one browser has not been told yet: each once, so that it is bounded by what there is.
final class LiveStream: Sendable {
    private let waiting = Mutex<[LiveChange]>([])
    private let wake = WakeUp()
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: Is called once nobody reads any more.
    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    /// Adds a change; the same again before it was told is one.
    func add(_ change: LiveChange) {
        waiting.withLock { waiting in
            if !waiting.contains(change) { waiting.append(change) }
        }
        wake.signal()
    }

    /// What has changed since the last call; waits for something.
    ///
    /// - Returns: Nothing where nothing changed for a while, or when cancelled.
    func next(atMost limit: Duration, clock: any Clock<Duration>) async -> [LiveChange] {
        if let changes = take() { return changes }
        await wake.wait(atMost: limit, clock: clock)
        return take() ?? []
    }

    private func take() -> [LiveChange]? {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting.isEmpty ? nil : waiting
        }
    }

    /// Nobody reads any more.
    func end() { onEnd() }
}
