internal import Foundation

/// The one limit for how long tests wait for a condition.
///
/// Between two checks, at most a tenth of a second counts, so a machine whose timers fire late or whose answers are
/// slow gets more time. A wait proves that a condition occurs, never how soon.
package struct Patience: Sendable {
    /// The longest wait on a machine whose timers fire on time; 120 s.
    package static let limit: Duration = .seconds(120)
    /// The deadline of a request that is resent without an answer, for example after a process was killed; 15 s.
    package static let answer: Duration = .seconds(15)

    private static let turns = 100
    private static let mostOfALook = Duration.milliseconds(100)
    private var counted: Duration = .zero
    private var polls = 0
    private var last = ContinuousClock.now

    /// Creates a wait that has not begun.
    package init() {}

    /// Whether the limit is reached.
    package var isOver: Bool { counted >= Self.limit }

    /// Yields to other tasks: some turns of the thread pool at first, then for 1 to 20 ms.
    ///
    /// - Throws: `CancellationError`.
    package mutating func pause() async throws {
        try Task.checkCancellation()
        polls += 1
        if polls > Self.turns {
            try await Task.sleep(for: .milliseconds(min(20, 1 + (polls - Self.turns) / 10)))
        } else {
            await Task.yield()
        }
        let now = ContinuousClock.now
        count(last.duration(to: now))
        last = now
    }

    /// Counts the time between two checks.
    package mutating func count(_ time: Duration) { counted += min(Self.mostOfALook, time) }

    /// Sleeps until the limit is reached.
    ///
    /// - Throws: `CancellationError`.
    package static func end() async throws {
        var patience = Patience()
        while !patience.isOver { try await patience.pause() }
    }

    /// Sleeps until a process has made no progress for the limit; a process that makes progress is not late.
    ///
    /// It looks once a limit: looks at each pause would take a fifteenth of the tests' processor time.
    ///
    /// - Throws: `CancellationError`.
    package static func end(ofProgressOf processID: Int32) async throws {
        var (last, now) = (work(of: processID), nil as Int?)
        repeat {
            if let now { last = now }
            try await end()
            now = work(of: processID)
        } while now != nil && now != last
    }

    /// The processor ticks used by a process and its ended children (proc(5), fields 14 to 17 of `stat`).
    private static func work(of processID: Int32) -> Int? {
        // Absent is nil: the process has ended.
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8) else { return nil }
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.dropFirst(11).prefix(4).reduce(0) { $0 + (Int($1) ?? 0) }
    }
}

extension Patience {
    /// Retries a call while its error is retriable, up to the limit; then throws the error.
    package static func again<Result: Sendable>(
        _ call: () async throws -> Result,
        after mayGoWell: (any Error) -> Bool
    ) async throws -> Result {
        var patience = Patience()
        while true {
            do {
                return try await call()
            } catch  where mayGoWell(error) && !patience.isOver {
                try await patience.pause()
            }
        }
    }
}

/// The error that an awaited condition did not occur.
package struct NeverHappened: Error, CustomStringConvertible {
    /// The awaited condition.
    package let what: String

    /// Creates an error that names the condition.
    package init(what: String) {
        self.what = what
    }

    package var description: String { "\(what): never, though waited for patiently" }
}

/// Waits until a condition holds.
///
/// - Throws: ``NeverHappened`` after ``Patience/limit``, or the error of the condition.
package func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
    guard try await eventually(condition) else { throw NeverHappened(what: what) }
}

/// Waits until a condition holds; false if it does not within ``Patience/limit``, or the task is cancelled.
package func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
    var patience = Patience()
    while try await !condition() {
        if patience.isOver { return false }
        do {
            try await patience.pause()
        } catch {
            return false
        }
    }
    return true
}
