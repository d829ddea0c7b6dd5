internal import BlueZ
internal import Synchronization

/// What the attempts to reach BlueZ came to.
struct RadioPulse: Sendable, Hashable {
    private var bus = RadioCondition.Bus.unknown
    private var isDenied = false
    private var isServiceAway = false
    private var pings = PingCounter()

    /// Whether the last question was not answered.
    var isDoubtful: Bool { pings.misses > 0 }

    /// The bus was reached.
    mutating func opened() {
        bus = .up
        isDenied = false
    }

    /// bluetoothd answered.
    ///
    /// - Returns: Whether it hung before.
    mutating func answered() -> Bool {
        opened()
        isServiceAway = false
        return pings.answered()
    }

    /// An attempt failed.
    mutating func failed(_ code: BlueZError.Code) {
        isDenied = code == .accessDenied
        switch code {
        case .busUnavailable: bus = .away
        case .timeout: pings.missed()
        case .serviceNotRunning:
            bus = .up
            isServiceAway = true
        default: break
        }
        if code != .timeout { pings.reset() }
    }

    /// The condition, with what the mirror of BlueZ's objects shows.
    func condition(_ objects: ObjectCache, adapter: AdapterInfo?, _ isConfigured: Bool) -> RadioCondition {
        var condition = RadioCondition()
        condition.bus = bus
        condition.isDenied = isDenied
        condition.isConfigured = isConfigured
        condition.adapters = objects.adapters.count
        condition.hasAdapter = adapter != nil
        condition.isPowered = adapter?.isPowered ?? false
        condition.isBlocked = adapter?.isBlocked ?? false
        if pings.isHung {
            condition.service = .hung
        } else if objects.isComplete {
            condition.service = .up
        } else if isServiceAway {
            condition.service = .away
        }
        return condition
    }
}

/// A pulse that the copies of a link share.
final class RadioPulseBox: Sendable {
    private let pulse = Mutex(RadioPulse())

    /// Changes it, or looks at it.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout RadioPulse) -> Result) -> Result {
        pulse.withLock { body(&$0) }
    }
}

/// Tells a service that hangs from one that is slow once: two unanswered questions in a row.
struct PingCounter: Sendable, Hashable {
    /// So many make a hang.
    static let limit = 2

    private(set) var misses = 0

    /// Whether the service hangs.
    var isHung: Bool { misses >= Self.limit }

    /// The question was answered.
    ///
    /// - Returns: Whether the service hung before, so that everything has to be asked anew.
    mutating func answered() -> Bool {
        defer { misses = 0 }
        return isHung
    }

    /// The question was not answered in time.
    mutating func missed() {
        misses += 1
    }

    /// The service went away: the next one starts without blame.
    mutating func reset() {
        misses = 0
    }
}
