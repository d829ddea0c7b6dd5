internal import MessageBus
internal import Synchronization

/// A change of what pages show.
enum LiveChange: Sendable, Hashable {
    /// A seat's values, session or pending readings.
    case seat(String)
    /// The number of held readings.
    case held
    /// The queue's depths, perhaps also why readings are held.
    case queue
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
    private let waiting = Mutex<(order: [LiveChange], numbers: [LiveChange: Int])>(([], [:]))
    private let wake = WakeUp()
    private let wants: @Sendable (LiveChange) -> Bool
    private let onEnd: @Sendable () -> Void

    /// - Parameters:
    ///   - wants: Whether the browser shows what changed; other changes do not wake the stream.
    ///   - onEnd: Called when the browser stops reading.
    init(
        wants: @escaping @Sendable (LiveChange) -> Bool = { _ in true },
        onEnd: @escaping @Sendable () -> Void
    ) {
        (self.wants, self.onEnd) = (wants, onEnd)
    }

    /// Adds a change; an unsent earlier one is merged, and gets the number of the later one.
    func add(_ change: LiveChange, number: Int = 0) {
        guard wants(change) else { return }
        waiting.withLock { waiting in
            if waiting.numbers[change] == nil { waiting.order.append(change) }
            waiting.numbers[change] = max(number, waiting.numbers[change] ?? 0)
        }
        wake.signal()
    }

    /// The changes since the last call; waits until there is one.
    ///
    /// - Returns: An empty list if nothing changed within the limit, or when cancelled.
    func next(atMost limit: Duration, clock: any Clock<Duration>) async -> [NumberedChange] {
        if let changes = take() { return changes }
        await wake.wait(atMost: limit, clock: clock)
        return take() ?? []
    }

    private func take() -> [NumberedChange]? {
        waiting.withLock { waiting in
            defer { waiting = ([], [:]) }
            let changes = waiting.order.map { NumberedChange(change: $0, number: waiting.numbers[$0] ?? 0) }
            return changes.isEmpty ? nil : changes
        }
    }

    /// Ends the stream, because the browser has stopped reading.
    func end() { onEnd() }
}
