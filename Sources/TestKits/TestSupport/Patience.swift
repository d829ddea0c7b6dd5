internal import Foundation

/// How long tests wait for what comes by itself, the one measure of all of them.
///
/// Of the time between two looks a quarter of a second counts at most, so a machine whose timers fire late, or whose answers
/// take long, is waited for as much longer. What a wait proves is that something happens, never how soon.
package struct Patience: Sendable {
    /// The longest wait, on a machine whose timers fire in time; 120 s.
    package static let limit: Duration = .seconds(120)
    /// The deadline of a request that is sent again where nobody answers, as when somebody was killed; 15 s.
    package static let answer: Duration = .seconds(15)

    private static let turns = 100
    private static let mostOfALook = Duration.milliseconds(250)
    private var counted: Duration = .zero
    private var polls = 0
    private var last = ContinuousClock.now

    /// Makes a wait that has not begun.
    package init() {}

    /// Whether it has lasted as long as it may.
    package var isOver: Bool { counted >= Self.limit }

    /// Lets others work: for some turns of the pool at first, then for 1 to 20 ms.
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

    /// Counts the time between two looks.
    package mutating func count(_ time: Duration) { counted += min(Self.mostOfALook, time) }

    /// Sleeps until it is over.
    ///
    /// - Throws: `CancellationError`.
    package static func end() async throws {
        var patience = Patience()
        while !patience.isOver { try await patience.pause() }
    }

    /// Sleeps until a process has done nothing for as long as it lasts: one that makes progress is not late.
    ///
    /// - Throws: `CancellationError`.
    package static func end(ofProgressOf processID: Int32) async throws {
        var (patience, last) = (Patience(), work(of: processID))
        while !patience.isOver {
            try await patience.pause()
            let now = work(of: processID)
            if now != last { (patience, last) = (Patience(), now) }
        }
    }

    /// The ticks of the processor that a process and its ended children have had (proc(5), fields 14 to 17 of `stat`).
    private static func work(of processID: Int32) -> Int? {
        // Absent is nil: it has ended.
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8) else { return nil }
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.dropFirst(11).prefix(4).reduce(0) { $0 + (Int($1) ?? 0) }
    }
}

extension Patience {
    /// Calls again while an error says that it may go well later, as long as a wait lasts; then throws it.
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

    /// Makes an error that names the condition.
    package init(what: String) {
        self.what = what
    }

    package var description: String { "\(what): never, though waited for patiently" }
}

/// Waits until a condition holds.
///
/// - Throws: ``NeverHappened`` after ``Patience/limit``, or what the condition throws.
package func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
    guard try await eventually(condition) else { throw NeverHappened(what: what) }
}

/// Waits until a condition holds; false where it does not within ``Patience/limit``, or the task is cancelled.
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
