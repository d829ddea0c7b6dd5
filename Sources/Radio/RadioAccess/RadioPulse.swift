internal import BlueZ

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
