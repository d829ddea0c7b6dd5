public import FoundationEssentials
internal import Synchronization

/// Decides whether a process may delete by age, and remembers across restarts when the clock was last trusted.
public final class RetentionGate: Sendable {
    /// The interval between saves of the time, in seconds.
    private static let saves: TimeInterval = 600

    private let watch = Mutex<RetentionWatch?>(nil)
    private let saved = Mutex<Date?>(nil)
    private let file: URL
    private let clock: any BootClock
    private let isKept: @Sendable () -> Bool

    /// - Parameters:
    ///   - file: The saved time; if it is missing or torn, the present clock is the first trusted one.
    ///   - isTrusted: Whether an operator vouches for the clock.
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

    /// Why no row is deleted; nil if deletion is allowed or was never checked.
    public var waitsFor: String? { watch.withLock { $0?.waitsFor } }

    /// Whether old rows may be deleted now.
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
                // The next check tries again. A restart before that reads an older time, and may wait longer.
            }
        }
    }

    private static func begin(_ file: URL) -> RetentionWatch {
        var watch = RetentionWatch()
        // Absent is nil: the initialiser describes this case.
        let text = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
        watch.begin(trusted: text.flatMap(Double.init).map { Date(timeIntervalSince1970: $0) })
        return watch
    }
}
