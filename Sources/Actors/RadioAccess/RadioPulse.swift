internal import BlueZ
internal import Synchronization

/// The results of the attempts to reach BlueZ.
struct RadioPulse: Sendable, Hashable {
    private var bus = RadioCondition.Bus.unknown
    private var isDenied = false
    private var isServiceAway = false
    private var pings = PingCounter()

    /// Whether the last ping went unanswered.
    var isDoubtful: Bool { pings.misses > 0 }

    /// Records that the bus was reached.
    mutating func opened() {
        bus = .up
        isDenied = false
    }

    /// Records an answer of bluetoothd.
    ///
    /// - Returns: Whether it hung before.
    mutating func answered() -> Bool {
        opened()
        isServiceAway = false
        return pings.answered()
    }

    /// Records a failed attempt.
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

    /// The condition, including what the cache of BlueZ's objects shows.
    func condition(_ objects: ObjectCache, adapter: AdapterInfo?, isConfigured: Bool) -> RadioCondition {
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

/// A pulse shared by the copies of a link.
final class RadioPulseBox: Sendable {
    private let pulse = Mutex(RadioPulse())

    /// Changes or reads the pulse.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout RadioPulse) -> Result) -> Result {
        pulse.withLock { body(&$0) }
    }
}

/// Distinguishes a hung service from one that was slow once: two unanswered pings in a row are a hang.
struct PingCounter: Sendable, Hashable {
    /// The number of unanswered pings in a row that make a hang.
    static let limit = 2

    private(set) var misses = 0

    /// Whether the service hangs.
    var isHung: Bool { misses >= Self.limit }

    /// Records an answered ping.
    ///
    /// - Returns: Whether the service hung before, so that all state must be set up again.
    mutating func answered() -> Bool {
        defer { misses = 0 }
        return isHung
    }

    /// Records a ping that was not answered in time.
    mutating func missed() {
        misses += 1
    }

    /// Records that the service left; its successor starts afresh.
    mutating func reset() {
        misses = 0
    }
}
