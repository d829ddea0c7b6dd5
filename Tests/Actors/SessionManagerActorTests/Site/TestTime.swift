import DeliveryRules
import FoundationEssentials
import Synchronization

/// The wall clock and the boot clock of a test, which only advance when the test moves them.
final class TestTime: BootClock, Sendable {
    static let start = Date(timeIntervalSince1970: 1_786_000_000)
    private let passed = Mutex(0.0)
    private let stepped = Mutex(0.0)

    var date: Date { Self.start.addingTimeInterval(passed.withLock(\.self) + stepped.withLock(\.self)) }
    var now: BootInstant { BootInstant(milliseconds: 1_000_000 + Int64(passed.withLock(\.self) * 1_000)) }

    /// Sets only the wall clock.
    func step(_ seconds: Double) { stepped.withLock { $0 += seconds } }

    func pass(_ seconds: Double) { passed.withLock { $0 += seconds } }
}
