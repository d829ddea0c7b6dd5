/// Whether a person may be told to measure: the device is subscribed, and nothing that it had stored has come.
///
/// Pure. A device that has stored measurements sends them at once, so silence says that it waits for somebody. One that was
/// seen to deliver gets more time before it is believed: its link may be slow today. Not for ever, because many do both.
struct WaitingWatch: Sendable, Hashable {
    /// How long after the subscription what a device has stored may take to come.
    static let window = Duration.milliseconds(1_500)
    /// The same for a device that was seen to deliver.
    static let patience = Duration.milliseconds(2_250)

    private enum State: Sendable, Hashable {
        case idle
        case watching(since: Duration)
        case waiting
        case over
    }

    /// Whether a person is told at all; not of a model that only connects to deliver.
    let isTelling: Bool
    /// What was seen of the device on earlier links.
    let known: DeviceManner?
    /// What this link has shown, or nil.
    private(set) var seen: DeviceManner?
    private var state = State.idle

    init(isTelling: Bool, known: DeviceManner? = nil) {
        self.isTelling = isTelling
        self.known = known
    }

    /// When it wants a tick at the latest; nil where nothing is awaited.
    var deadline: Duration? {
        guard case .watching(let since) = state else { return nil }
        return since + (known == .delivers ? Self.patience : Self.window)
    }

    /// All subscriptions are made, and the next word is the device's.
    mutating func begin(at now: Duration) {
        if state == .idle { state = .watching(since: now) }
    }

    /// A measurement came, at a time after the link's start.
    mutating func measured(at time: Duration) {
        switch state {
        case .idle: seen = .delivers
        case .watching(let since): if time < since + Self.window { seen = .delivers }
        case .waiting: seen = .waits
        case .over: return
        }
        state = .over
    }

    /// Time has passed, and all that came before it was told.
    ///
    /// - Returns: Whether the person is to be told now; true once at most.
    mutating func tick(at now: Duration) -> Bool {
        guard let deadline, now >= deadline else { return false }
        state = .waiting
        return isTelling
    }
}

/// What a device was seen to do with a link.
enum DeviceManner: String, Sendable, Hashable {
    /// It connected to send what it had stored.
    case delivers
    /// It waited until somebody measured.
    case waits
}
