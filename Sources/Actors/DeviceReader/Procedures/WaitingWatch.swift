/// Detects that a person may measure: the device is subscribed and sends no stored measurement.
///
/// Pure. A device with stored measurements sends them at once, so silence means that it waits for a person. A device
/// that delivered on an earlier link gets more time, as its link may be slow, but not forever: many devices do both.
struct WaitingWatch: Sendable, Hashable {
    /// How long stored measurements may take to arrive after the subscription.
    static let window = Duration.milliseconds(1_500)
    /// The same for a device that delivered on an earlier link.
    static let patience = Duration.milliseconds(2_250)

    private enum State: Sendable, Hashable {
        case idle
        case watching(since: Duration)
        case waiting
        case over
    }

    /// Whether to notify a person at all; false for models that connect only to deliver.
    let isTelling: Bool
    /// The device's manner on earlier links.
    let known: DeviceManner?
    /// The device's manner on this link; nil if undetermined.
    private(set) var seen: DeviceManner?
    private var state = State.idle

    init(isTelling: Bool, known: DeviceManner? = nil) {
        self.isTelling = isTelling
        self.known = known
    }

    /// When it needs its next tick; nil if it waits for nothing.
    var deadline: Duration? {
        guard case .watching(let since) = state else { return nil }
        return since + (known == .delivers ? Self.patience : Self.window)
    }

    /// Starts watching after all subscriptions are made.
    mutating func begin(at now: Duration) {
        if state == .idle { state = .watching(since: now) }
    }

    /// Handles a measurement, by its time after the link's start.
    mutating func measured(at time: Duration) {
        switch state {
        case .idle: seen = .delivers
        case .watching(let since): if time < since + Self.window { seen = .delivers }
        case .waiting: seen = .waits
        case .over: return
        }
        state = .over
    }

    /// Handles the passing of time; everything that arrived before must have been handled.
    ///
    /// - Returns: Whether to notify the person now; true at most once.
    mutating func tick(at now: Duration) -> Bool {
        guard let deadline, now >= deadline else { return false }
        state = .waiting
        return isTelling
    }
}

/// How a device uses its links.
enum DeviceManner: String, Sendable, Hashable {
    /// It connects to send stored measurements.
    case delivers
    /// It waits until a person measures.
    case waits
}
