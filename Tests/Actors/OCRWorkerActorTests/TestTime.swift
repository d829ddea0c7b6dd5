import DeliveryRules
import Synchronization

/// A boot clock that advances only when the test moves it.
final class TestTime: BootClock, Sendable {
    private let passed = Mutex(0.0)

    var now: BootInstant { BootInstant(milliseconds: 1_000_000 + Int64(passed.withLock(\.self) * 1_000)) }

    func pass(_ seconds: Double) { passed.withLock { $0 += seconds } }
}
