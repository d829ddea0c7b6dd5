import Glibc
import Synchronization

/// A thread that waits for descriptors and timers, and runs jobs in between.
///
/// An actor whose `unownedExecutor` is this loop may be entered from any handler of a ``DescriptorWatch`` or an
/// ``EventTimer`` by `assumeIsolated`. Tasks that prefer ``tasks`` run on the same thread, so that receiving,
/// processing and answering a message needs no thread switch. Code that blocks the thread delays everything on the
/// loop.
public final class EventLoop: SerialExecutor {
    /// The loop of this process's bus connections; it never ends.
    public static let shared = EventLoop()

    /// Runs tasks on the loop's thread, see `withTaskExecutorPreference`.
    public static let tasks = LoopTasks(loop: shared)

    /// A unit of work in the queue.
    enum Work {
        case job(UnownedJob)
        case task(UnownedJob)
        case call(@Sendable () -> Void)
    }

    private struct State {
        var work: [Work] = []
        var watches = Watches()
        var timers = Timers()
        /// Whether the thread waits, so that new work must wake it.
        var isAsleep = false
    }

    private let state = Mutex(State())
    private let bell: Bell
    private let thread = Atomic<UInt>(0)

    /// Starts the thread.
    init() {
        bell = Bell()
        let context = Unmanaged.passRetained(self)
        var id = pthread_t()
        let result = pthread_create(
            &id,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
            },
            context.toOpaque()
        )
        precondition(result == 0, "the process cannot create another thread (\(result))")
    }

    /// Whether the caller is on the loop's thread.
    public var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Enqueues a job of an actor.
    public func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    /// Traps if the caller is not on the loop's thread.
    public func checkIsolated() { precondition(isCurrent, "this code runs outside its event loop") }

    /// Whether the caller is on the loop's thread.
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Runs a body in a later turn.
    public func later(_ body: @escaping @Sendable () -> Void) { add(.call(body)) }

    func add(_ work: Work) {
        let mustRing = state.withLock { state in
            state.work.append(work)
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if mustRing { bell.ring() }
    }

    /// Changes the watches, and wakes the thread if it must wait for other events.
    func withWatches<Result: Sendable>(_ body: (inout Watches) -> sending Result) -> Result {
        change { body(&$0.watches) }
    }

    func withTimers<Result: Sendable>(_ body: (inout Timers) -> sending Result) -> Result {
        change { body(&$0.timers) }
    }

    private func change<Result: Sendable>(_ body: (inout State) -> sending Result) -> Result {
        let (result, mustRing) = state.withLock { state in
            defer { state.isAsleep = false }
            return (body(&state), state.isAsleep)
        }
        if mustRing { bell.ring() }
        return result
    }
}

// These methods run only on the loop's thread.
extension EventLoop {
    /// The number of work rounds before the descriptors are polled.
    private static let turns = 32

    private func run() -> Never {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var work: [Work] = []
        var places = Watches.Places()
        while true {
            for _ in 0..<Self.turns {
                state.withLock { swap(&work, &$0.work) }
                guard !work.isEmpty else { break }
                for one in work { perform(one) }
                work.removeAll(keepingCapacity: true)
            }
            wait(&places)
        }
    }

    private func perform(_ work: Work) {
        switch work {
        case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        case .task(let job): job.runSynchronously(on: Self.tasks.asUnownedTaskExecutor())
        case .call(let body): body()
        }
    }

    /// Polls the descriptors, blocking if there is no work, and runs the handlers of ready ones and of due timers.
    private func wait(_ places: inout Watches.Places) {
        let timeout = state.withLock { state -> Int32 in
            state.watches.write(to: &places, bell: bell.descriptor)
            let timeout = state.work.isEmpty ? state.timers.timeout(now: EventTimer.now) : 0
            state.isAsleep = timeout != 0
            return timeout
        }
        let count = poll(&places.polled, nfds_t(places.polled.count), timeout)
        state.withLock { $0.isAsleep = false }
        if count > 0 {
            if places.polled[0].revents != 0 { bell.silence() }
            for (id, readiness) in places.ready {
                // An earlier handler may have cancelled this one.
                let handler = state.withLock { $0.watches.handler(id, readiness: readiness) }
                handler?(readiness)
            }
        }
        let now = EventTimer.now
        while let handler = state.withLock({ $0.timers.next(now: now) }) { handler() }
    }
}

/// Runs tasks on an event loop's thread.
public final class LoopTasks: TaskExecutor {
    private let loop: EventLoop

    init(loop: EventLoop) { self.loop = loop }

    /// Enqueues a part of a task.
    public func enqueue(_ job: consuming ExecutorJob) { loop.add(.task(UnownedJob(job))) }
}

/// A pipe that wakes the waiting thread.
private struct Bell {
    let descriptor: Int32
    private let end: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "the process has no free file descriptor (\(errno))")
        for one in ends {
            _ = fcntl(one, F_SETFD, FD_CLOEXEC)
            _ = fcntl(one, F_SETFL, O_NONBLOCK)
        }
        (descriptor, end) = (ends[0], ends[1])
    }

    func ring() {
        var byte: UInt8 = 1
        _ = write(end, &byte, 1)
    }

    func silence() {
        var bytes = (0 as UInt64, 0 as UInt64)
        _ = read(descriptor, &bytes, MemoryLayout.size(ofValue: bytes))
    }
}
