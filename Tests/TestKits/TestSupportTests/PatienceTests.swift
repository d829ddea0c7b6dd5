import Synchronization
import TestSupport
import Testing

/// The one limit for tests' waits: it ends, but not before a condition had a fair chance.
@Suite struct PatienceTests {
    struct Odd: Error {}

    @Test func whatHoldsIsFoundAndWhatDoesNotIsAskedAgain() async throws {
        let asked = Mutex(0)
        try await eventually("the third look") {
            asked.withLock {
                $0 += 1
                return $0 == 3
            }
        }
        #expect(asked.withLock(\.self) == 3)
        await #expect(throws: Odd.self) { try await eventually("nothing") { throw Odd() } }
    }

    @Test func aCancelledWaitEndsAtOnce() async throws {
        let waiting = Task { await eventually { false } }
        waiting.cancel()
        #expect(await waiting.value == false)
    }

    /// A call that may still succeed is repeated; other errors are thrown.
    @Test func aCallIsRepeatedWhileItMayGoWell() async throws {
        let calls = Mutex(0)
        let found = try await Patience.again {
            try calls.withLock {
                $0 += 1
                guard $0 > 4 else { throw Odd() }
                return $0
            }
        } after: {
            $0 is Odd
        }
        #expect(found == 5)
        await #expect(throws: Odd.self) {
            try await Patience.again { () async throws -> Int in
                throw Odd()
            } after: { _ in
                false
            }
        }
    }

    /// A late check counts at most a tenth of a second, so a machine that is ten times slower gets ten times as long.
    @Test func lateLooksCountForLittle() {
        var patience = Patience()
        for _ in 0..<1_199 { patience.count(.seconds(10)) }
        #expect(!patience.isOver)
        patience.count(.seconds(10))
        #expect(patience.isOver)
        var quick = Patience()
        for _ in 0..<2_399 { quick.count(.milliseconds(50)) }
        #expect(!quick.isOver)
        quick.count(.milliseconds(50))
        #expect(quick.isOver)
    }
}
