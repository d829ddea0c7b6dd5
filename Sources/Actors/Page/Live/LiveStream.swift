internal import MessageBus
internal import Synchronization

/// A change; the browser then requests the parts that it shows.
enum LiveChange: Sendable, Hashable {
    /// A seat's values, session or pending readings.
    case seat(String)
    /// The held readings.
    case held
    /// The problems of hubs and devices.
    case problems
    /// The rights of accounts, which open streams then check again.
    case rights
    /// The progress of imports.
    case imports
    /// The measurement of one browser session.
    case measurement(String)
}

/// The changes not sent to one browser yet.
///
/// Each change is kept once, so their number is bounded by the seats and measurements there are.
final class LiveStream: Sendable {
    private let waiting = Mutex<[LiveChange]>([])
    private let wake = WakeUp()
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: Called when the browser stops reading.
    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    /// Adds a change; an unsent duplicate is merged.
    func add(_ change: LiveChange) {
        waiting.withLock { waiting in
            if !waiting.contains(change) { waiting.append(change) }
        }
        wake.signal()
    }

    /// The changes since the last call; waits until there is one.
    ///
    /// - Returns: An empty list if nothing changed within the limit, or when cancelled.
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

    /// Ends the stream, because the browser has stopped reading.
    func end() { onEnd() }
}
