internal import DequeModule
import Synchronization

/// A bounded queue between many senders and one reader; a full queue makes senders wait.
///
/// Copies are passed to several owners (the bus, the subscription), which the non-copyable channel of async-algorithms
/// does not allow.
public final class BoundedQueue<Element: Sendable>: Sendable {
    private struct Waiter {
        let id: UInt64
        let element: Element
        /// Resumed with whether the queue accepted the element.
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var held: Deque<Element> = []
        var reader: CheckedContinuation<Element?, Never>?
        var senders: Deque<Waiter> = []
        var nextID: UInt64 = 0
        var isFinished = false

        /// Removes the first element and adds the longest waiting sender's, which then continues.
        mutating func pop(_ capacity: Int) -> (Element?, CheckedContinuation<Bool, Never>?) {
            guard let element = held.popFirst() else { return (nil, nil) }
            guard held.count < capacity, let sender = senders.popFirst() else { return (element, nil) }
            held.append(sender.element)
            return (element, sender.continuation)
        }
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let shortcut: (@Sendable (Element) -> Bool)?

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - capacity: The limit of queued elements, at least 1.
    ///   - shortcut: Offered each element first, on the sender's thread; elements for which it returns true are not
    ///     queued. It must not wait.
    public init(capacity: Int, shortcut: (@Sendable (Element) -> Bool)? = nil) {
        self.capacity = max(1, capacity)
        self.shortcut = shortcut
    }

    /// Offers an element to the shortcut only, even if the queue is full.
    package func offerShortcut(_ element: Element) -> Bool { shortcut?(element) ?? false }

    /// Whether an element offered now would be accepted or, after the end, dropped.
    package var hasRoom: Bool {
        state.withLock { $0.isFinished || $0.reader != nil || $0.held.count < capacity }
    }

    /// Adds an element, waiting while the queue is full.
    ///
    /// - Returns: Whether the queue accepted it. It is dropped after the end, and if a cancelled task would have to
    ///   wait.
    @discardableResult
    public func send(_ element: Element) async -> Bool {
        // The usual case needs no continuation.
        if offer(element) { return true }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                self.enqueue(Waiter(id: id, element: element, continuation: continuation))
            }
        } onCancel: {
            self.abandon(id)
        }
    }

    /// Adds an element if there is room, and returns whether it did.
    public func offer(_ element: Element) -> Bool {
        if let shortcut, shortcut(element) { return true }
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

    /// Fills the queue even beyond its capacity; later senders wait until it has room again.
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

    /// The next element; nil after the end, or if the task is cancelled.
    ///
    /// It supports one reader at a time.
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

    /// Ends the queue: queued elements can still be read, waiting senders continue, and later elements are dropped.
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
        for sender in senders { sender.continuation.resume(returning: false) }
    }

    private func enqueue(_ waiter: Waiter) {
        let (isTaken, reader) = state.withLock { state -> (Bool?, CheckedContinuation<Element?, Never>?) in
            if state.isFinished { return (false, nil) }
            if let reader = state.reader {
                state.reader = nil
                return (true, reader)
            }
            if state.held.count < capacity {
                state.held.append(waiter.element)
                return (true, nil)
            }
            if Task.isCancelled { return (false, nil) }
            state.senders.append(waiter)
            return (nil, nil)
        }
        reader?.resume(returning: waiter.element)
        if let isTaken { waiter.continuation.resume(returning: isTaken) }
    }

    /// The next queued element, if there is one.
    private func takeHeld() -> Element? {
        let (element, sender) = state.withLock { $0.pop(capacity) }
        sender?.resume(returning: true)
        return element
    }

    private func take(into continuation: CheckedContinuation<Element?, Never>) {
        let (result, sender) = state.withLock { state -> (Element??, CheckedContinuation<Bool, Never>?) in
            if case (let element?, let sender) = state.pop(capacity) { return (.some(element), sender) }
            if state.isFinished || Task.isCancelled { return (.some(nil), nil) }
            state.reader = continuation
            return (nil, nil)
        }
        sender?.resume(returning: true)
        if let result { continuation.resume(returning: result) }
    }

    private func abandon(_ id: UInt64) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.senders.firstIndex(where: { $0.id == id }) else { return nil }
            return state.senders.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
    }

    private func wakeReader() {
        let reader = state.withLock { state in
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }
}
