import MessageBus
import Testing

@Suite(.timeLimit(.minutes(1))) struct AsyncLockTests {
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

    @Test func anErrorGivesItBack() async throws {
        await #expect(throws: BusError.self) {
            try await lock.withLock { throw BusError(.busy, "") }
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
        let before = Task { try await lock.withLock { begun.next() } }
        await pause()
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
