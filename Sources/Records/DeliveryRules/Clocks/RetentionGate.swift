public import FoundationEssentials
internal import Synchronization

/// Says whether a process may delete by age, and remembers over its starts when the clock was trusted last.
public final class RetentionGate: Sendable {
    /// How often the time is written, in seconds.
    private static let saves: TimeInterval = 600

    private let watch = Mutex<RetentionWatch?>(nil)
    private let saved = Mutex<Date?>(nil)
    private let file: URL
    private let clock: any BootClock
    private let isKept: @Sendable () -> Bool

    /// - Parameters:
    ///   - file: Has the time; one that is missing or torn makes the present clock the first one that is trusted.
    ///   - isTrusted: Whether an operator says that the clock is right.
    public init(file: URL, clock: any BootClock = SystemBootClock(), isTrusted: Bool) {
        self.file = file
        self.clock = clock
        isKept = { isTrusted || HubClock.isSynchronized() }
    }

    init(file: URL, clock: any BootClock, isKept: @escaping @Sendable () -> Bool) {
        self.file = file
        self.clock = clock
        self.isKept = isKept
    }

    /// Why nothing is deleted; nil where it may be, or nobody has asked yet.
    public var waitsFor: String? { watch.withLock { $0?.waitsFor } }

    /// Whether what is old may be deleted now.
    ///
    /// - Parameter now: The wall clock's time.
    public func mayDelete(at now: Date) -> Bool {
        watch.withLock { known in
            var watch = known ?? Self.begin(file)
            defer { known = watch }
            guard watch.look(now: now, boot: clock.now, isKept: isKept()) else { return false }
            save(now)
            return true
        }
    }

    private func save(_ now: Date) {
        saved.withLock { saved in
            guard saved.map({ abs(now.timeIntervalSince($0)) >= Self.saves }) ?? true else { return }
            do {
                try Data(String(now.timeIntervalSince1970).utf8).write(to: file, options: .atomic)
                saved = now
            } catch {
                // The next look tries again. A start before that trusts an older time, and waits.
            }
        }
    }

    private static func begin(_ file: URL) -> RetentionWatch {
        var watch = RetentionWatch()
        // Absent is nil: as the initializer says.
        let text = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
        watch.begin(trusted: text.flatMap(Double.init).map { Date(timeIntervalSince1970: $0) })
        return watch
    }
}
