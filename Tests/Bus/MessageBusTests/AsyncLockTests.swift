import MessageBus
import Synchronization
import Testing

@Suite struct AsyncLockTests {
    private let lock = AsyncLock()
    private let gate = Gate()
    private let begun = Counter()

    /// Holds the lock until the gate opens.
    private func holder() async -> Task<Void, any Error> {
        let task = Task { try await lock.withLock { await gate.pass() } }
        await gate.arrived()
        return task
    }

    @Test func nobodyRunsBesideTheHolder() async throws {
        let holder = await holder()
        let waiters = (0..<5).map { _ in Task { try await lock.withLock { begun.next() } } }
        await pause()
        #expect(begun.value == 0)
        gate.open()
        try await holder.value
        var numbers: Set<Int> = []
        for waiter in waiters { numbers.insert(try await waiter.value) }
        #expect(numbers == [1, 2, 3, 4, 5])
    }

    @Test func whoIsCancelledWhileWaitingRunsNothing() async throws {
        let holder = await holder()
        let cancelled = Task { try await lock.withLock { begun.next() } }
        await pause()
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let other = Task { try await lock.withLock { begun.next() } }
        await pause()
        #expect(begun.value == 0)
        gate.open()
        try await holder.value
        #expect(try await other.value == 1)
    }

    @Test func whoIsCancelledBeforeGetsNoFreeLock() async throws {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await lock.withLock { _ = begun.next() }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(begun.value == 0)
    }

    /// A waiter that is cancelled just as its turn comes runs alone or not at all, and the lock is free afterwards.
    @Test func whoIsCancelledAtItsTurnRunsAloneOrNotAtAll() async throws {
        let inside = Inside()
        for round in 0..<500 {
            let holder = Task { try await lock.withLock { await Task.yield() } }
            let waiters = (0..<3).map { _ in
                Task {
                    try await lock.withLock {
                        let count = inside.change(by: 1)
                        await Task.yield()
                        _ = inside.change(by: -1)
                        return count
                    }
                }
            }
            if round.isMultiple(of: 2) { await Task.yield() }
            waiters[round % 3].cancel()
            try await holder.value
            for waiter in waiters {
                if case .success(let count) = await waiter.result { #expect(count == 1) }
            }
            #expect(await lock.withLockIfFree { true } == true)
        }
    }

    @Test func anErrorGivesItBack() async throws {
        await #expect(throws: BusError.self) {
            try await lock.withLock { throw BusError(.busy, message: "") }
        }
        #expect(try await lock.withLock { begun.next() } == 1)
    }

    @Test func whoDoesNotWaitGetsItOnlyWhenItIsFree() async throws {
        let holder = await holder()
        #expect(await lock.withLockIfFree { begun.next() } == nil)
        gate.open()
        try await holder.value
        #expect(await lock.withLockIfFree { begun.next() } == 1)
    }

    @Test func afterItIsClosedNothingBegins() async throws {
        let holder = await holder()
        // It waits in line before this goes on: after the close it would never get the lock.
        let before = Task.immediate { try await lock.withLock { begun.next() } }
        let closing = Task { await lock.close() }
        closing.cancel()
        await pause()
        gate.open()
        try await holder.value
        #expect(try await before.value == 1)
        await closing.value
        let after = Task { try await lock.withLock { begun.next() } }
        await pause()
        after.cancel()
        await #expect(throws: CancellationError.self) { try await after.value }
        #expect(begun.value == 1)
        #expect(await lock.withLockIfFree { begun.next() } == nil)
    }
}

/// Counts the tasks that hold the lock.
private final class Inside: Sendable {
    private let count = Mutex(0)

    func change(by number: Int) -> Int {
        count.withLock { count in
            count += number
            return count
        }
    }
}
