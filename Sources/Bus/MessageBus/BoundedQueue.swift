internal import DequeModule
import Synchronization

/// A bounded queue between many senders and one reader; a full queue makes senders wait.
///
/// Copies are handed to several places (the bus, the subscription), which the non-copyable channel of
/// async-algorithms does not allow.
public final class BoundedQueue<Element: Sendable>: Sendable {
    private struct Waiter {
        let id: UInt64
        let element: Element
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var held: Deque<Element> = []
        var reader: CheckedContinuation<Element?, Never>?
        var senders: Deque<Waiter> = []
        var nextID: UInt64 = 0
        var isFinished = false

        /// Takes the first element out, and the longest waiting sender's in, who may go on.
        mutating func pop(_ capacity: Int) -> (Element?, CheckedContinuation<Void, Never>?) {
            guard let element = held.popFirst() else { return (nil, nil) }
            guard held.count < capacity, let sender = senders.popFirst() else { return (element, nil) }
            held.append(sender.element)
            return (element, sender.continuation)
        }
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// Makes an empty queue.
    ///
    /// - Parameter capacity: The most elements held, at least 1.
    public init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Adds an element, waiting while the queue is full.
    ///
    /// After the end it is dropped, and where a cancelled task would have to wait.
    public func send(_ element: Element) async {
        // The usual way needs no continuation.
        if offer(element) { return }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                self.enqueue(Waiter(id: id, element: element, continuation: continuation))
            }
        } onCancel: {
            self.abandon(id)
        }
    }

    /// Adds an element if there is room and says whether it did.
    public func offer(_ element: Element) -> Bool {
        let (accepted, reader) = state.withLock { state -> (Bool, CheckedContinuation<Element?, Never>?) in
            guard !state.isFinished else { return (false, nil) }
            if let reader = state.reader {
                state.reader = nil
                return (true, reader)
            }
            guard state.held.count < capacity else { return (false, nil) }
            state.held.append(element)
            return (true, nil)
        }
        reader?.resume(returning: element)
        return accepted
    }

    /// Fills the queue also beyond its capacity; what comes later waits until it is below it again.
    func preload(_ elements: [Element]) {
        let (reader, first) = state.withLock { state -> (CheckedContinuation<Element?, Never>?, Element?) in
            guard !state.isFinished else { return (nil, nil) }
            state.held.append(contentsOf: elements)
            guard let reader = state.reader, let first = state.held.popFirst() else { return (nil, nil) }
            state.reader = nil
            return (reader, first)
        }
        reader?.resume(returning: first)
    }

    /// The next element; nil after the end or when the task is cancelled; one reader at a time.
    public func next() async -> Element? {
        if let element = takeHeld() { return element }
        return await nextLater()
    }

    private func nextLater() async -> Element? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                self.take(into: continuation)
            }
        } onCancel: {
            self.wakeReader()
        }
    }

    /// Ends the queue: what is held can still be read, waiting senders go on, later elements are dropped.
    public func finish() {
        let (reader, senders) = state.withLock { state in
            state.isFinished = true
            defer {
                state.reader = nil
                state.senders = []
            }
            return (state.reader, state.senders)
        }
        reader?.resume(returning: nil)
        for sender in senders { sender.continuation.resume() }
    }

    private func enqueue(_ waiter: Waiter) {
        let (done, reader) = state.withLock { state -> (Bool, CheckedContinuation<Element?, Never>?) in
            if state.isFinished { return (true, nil) }
            if let reader = state.reader {
                state.reader = nil
                return (true, reader)
            }
            if state.held.count < capacity {
                state.held.append(waiter.element)
                return (true, nil)
            }
            if Task.isCancelled { return (true, nil) }
            state.senders.append(waiter)
            return (false, nil)
        }
        reader?.resume(returning: waiter.element)
        if done { waiter.continuation.resume() }
    }

    /// The next element if there is one.
    private func takeHeld() -> Element? {
        let (element, sender) = state.withLock { $0.pop(capacity) }
        sender?.resume()
        return element
    }

    private func take(into continuation: CheckedContinuation<Element?, Never>) {
        let (result, sender) = state.withLock { state -> (Element??, CheckedContinuation<Void, Never>?) in
            if case (let element?, let sender) = state.pop(capacity) { return (.some(element), sender) }
            if state.isFinished || Task.isCancelled { return (.some(nil), nil) }
            state.reader = continuation
            return (nil, nil)
        }
        sender?.resume()
        if let result { continuation.resume(returning: result) }
    }

    private func abandon(_ id: UInt64) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.senders.firstIndex(where: { $0.id == id }) else { return nil }
            return state.senders.remove(at: index)
        }
        waiter?.continuation.resume()
    }

    private func wakeReader() {
        let reader = state.withLock { state in
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }
}
