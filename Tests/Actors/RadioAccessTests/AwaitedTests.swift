import Synchronization
import TestSupport
import Testing

@testable import RadioAccess

/// What another process has seen is looked for until BlueZ has it, too.
@Suite struct AwaitedTests {
    /// Something that is there from one look on.
    private final class Late: Sendable {
        private let looks = Mutex(0)
        private let after: Int

        init(after: Int) { self.after = after }

        var count: Int { looks.withLock { $0 } }

        func look() -> String? {
            looks.withLock { looks in
                looks += 1
                return looks > after ? "there" : nil
            }
        }
    }

    private func found(after looks: Int, waits: Int) async throws -> (found: String?, looks: Int) {
        let (clock, late) = (ManualClock(), Late(after: looks))
        let task = Task<String?, any Error> { await RadioLink.awaited(clock) { late.look() } }
        for _ in 0..<waits {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .milliseconds(100))
        }
        return (try await task.outcome, late.count)
    }

    @Test func whatIsThereNeedsNoWait() async throws {
        #expect(try await found(after: 0, waits: 0) == ("there", 1))
    }

    @Test func whatComesLateIsFound() async throws {
        #expect(try await found(after: 7, waits: 7) == ("there", 8))
    }

    @Test func whatNeverComesIsGivenUpAfterTwoSeconds() async throws {
        #expect(try await found(after: .max, waits: 20) == (nil, 20))
    }

    @Test func aCancelledWaitFindsNothing() async throws {
        let (clock, late) = (ManualClock(), Late(after: .max))
        let task = Task<String?, any Error> { await RadioLink.awaited(clock) { late.look() } }
        await clock.sleepers(atLeast: 1)
        task.cancel()
        #expect(try await task.outcome == nil)
        #expect(late.count == 1)
    }
}
