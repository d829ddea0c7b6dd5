import Glibc
import LoopExecutor
import Synchronization
import Testing

/// One thread serves a socket, its timers, an actor and other tasks.
@Suite struct EventLoopTests {
    /// Runs on the loop.
    private actor Counter {
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe EventLoop.shared.asUnownedSerialExecutor() }
        private(set) var value = 0
        private(set) var wasElsewhere = false

        func add() {
            if !EventLoop.shared.isCurrent { wasElsewhere = true }
            value += 1
        }
    }

    @Test func anActorsJobsRunOnTheLoop() async {
        let counter = Counter()
        #expect(!EventLoop.shared.isCurrent)
        await withDiscardingTaskGroup { group in
            for _ in 0..<100 { group.addTask { for _ in 0..<100 { await counter.add() } } }
        }
        #expect(await counter.value == 10_000)
        #expect(await !counter.wasElsewhere)
    }

    @Test func tasksThatPreferItRunOnTheLoop() async {
        let places = await withTaskExecutorPreference(EventLoop.tasks) {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        await Task.yield()
                        return EventLoop.shared.isCurrent
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(places == Array(repeating: true, count: 50))
        #expect(!EventLoop.shared.isCurrent)
    }

    @Test func callsRunInTheirOrder() async {
        let seen = Mutex<[Int]>([])
        await withCheckedContinuation { done in
            for number in 0..<1_000 { EventLoop.shared.later { seen.withLock { $0.append(number) } } }
            EventLoop.shared.later { done.resume() }
        }
        #expect(seen.withLock { $0 } == Array(0..<1_000))
    }

    @Test func aHandlerEntersTheActor() async {
        let counter = Counter()
        await withCheckedContinuation { done in
            EventLoop.shared.later {
                counter.assumeIsolated { $0.add() }
                done.resume()
            }
        }
        #expect(await counter.value == 1)
    }

    @Test func timersFireInTheOrderOfTheirTimes() async {
        var (seen, isMadeAtOnce) = ([Int](), false)
        // On a slow machine a timer that is made later may be due later: such timers are made again.
        while !isMadeAtOnce {
            let (stream, sink) = AsyncStream.makeStream(of: Int.self)
            let start = ContinuousClock.now
            let timers = [30, 10, 20, -5].map { delay in
                EventTimer(after: .milliseconds(delay), on: .shared) { sink.yield(delay) }
            }
            isMadeAtOnce = start.duration(to: .now) < .milliseconds(5)
            seen = []
            for await delay in stream.prefix(4) { seen.append(delay) }
            withExtendedLifetime(timers) {}
        }
        #expect(seen == [-5, 10, 20, 30])
    }

    @Test func aTimerFiresAgainUntilItIsReleased() async {
        let (stream, sink) = AsyncStream.makeStream(of: Int.self)
        var timer: EventTimer? = EventTimer(every: .milliseconds(1), on: .shared) { sink.yield(0) }
        var count = 0
        for await mark in stream {
            count += 1 - mark
            if count == 5 {
                timer = nil
                EventLoop.shared.later { sink.finish() }
            }
        }
        #expect(count >= 5)
        #expect(timer == nil)
    }

    @Test func aTimerThatIsCancelledBeforeItsTurnDoesNotFire() async {
        let fired = Atomic(false)
        let timers = Mutex<[EventTimer]>([])
        await withCheckedContinuation { done in
            EventLoop.shared.later {
                // Made first, so that it is due first however much later the other one is made.
                let first = EventTimer(after: .milliseconds(1), on: .shared) {
                    let other = timers.withLock { $0.last }
                    other?.cancel()
                    EventLoop.shared.later { done.resume() }
                }
                let other = EventTimer(after: .milliseconds(2), on: .shared) { fired.store(true, ordering: .relaxed) }
                timers.withLock { $0 = [first, other] }
                // Both are due at the same time.
                waitUntilDue()
            }
        }
        let hasFired = fired.load(ordering: .relaxed)
        #expect(!hasFired)
    }

    @Test func aDescriptorIsTold() async throws {
        let pipe = try Pipe()
        let (stream, sink) = AsyncStream.makeStream(of: [UInt8].self)
        let watch = try #require(
            DescriptorWatch(descriptor: pipe.reading, on: .shared) { ready in
                if ready.contains(.readable) { sink.yield(pipe.take()) }
            }
        )
        pipe.put([1])
        watch.wait(for: .readable)
        var bytes = stream.makeAsyncIterator()
        #expect(await bytes.next() == [1])
        pipe.put([2, 3])
        #expect(await bytes.next() == [2, 3])
        watch.cancel()
        pipe.put([4])
        await withCheckedContinuation { done in EventLoop.shared.later { done.resume() } }
        sink.finish()
        #expect(await bytes.next() == nil)
    }

    @Test func aDescriptorThatNothingIsAskedOfIsLeftAlone() async throws {
        let pipe = try Pipe()
        let told = Atomic(0)
        let watch = try #require(
            DescriptorWatch(descriptor: pipe.reading, on: .shared) { _ in told.add(1, ordering: .relaxed) }
        )
        // The descriptor stays at its end; the loop must not spin because of it.
        pipe.closeWriting()
        for _ in 0..<10 { await withCheckedContinuation { done in EventLoop.shared.later { done.resume() } } }
        let count = told.load(ordering: .relaxed)
        #expect(count == 0)
        watch.wait(for: .readable)
        while told.load(ordering: .relaxed) == 0 { await Task.yield() }
        watch.cancel()
    }

    @Test func aClosedDescriptorIsNoWatch() throws {
        let pipe = try Pipe()
        pipe.closeWriting()
        #expect(DescriptorWatch(descriptor: pipe.writing, on: .shared) { _ in } == nil)
    }
}

/// Lets two milliseconds pass on the loop's own thread.
private func waitUntilDue() {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .milliseconds(5) {}
}

/// Both ends of a pipe.
private final class Pipe: Sendable {
    struct NoPipe: Error {}

    let reading: Int32
    let writing: Int32
    private let isOpen = Atomic(true)

    init() throws {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw NoPipe() }
        (reading, writing) = (ends[0], ends[1])
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    }

    func put(_ bytes: [UInt8]) { _ = unsafe write(writing, bytes, bytes.count) }

    func take() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe read(reading, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    func closeWriting() {
        if isOpen.exchange(false, ordering: .relaxed) { close(writing) }
    }

    deinit {
        closeWriting()
        close(reading)
    }
}
