internal import DequeModule
internal import Synchronization

/// A bounded queue between a producer that must not wait and consumers that may be slow.
///
/// When full, it counts new elements instead of storing them; an element made from that count then marks their
/// position. So nothing is lost silently, and order is kept.
package final class Mailbox<Element: Sendable>: Sendable {
    private let state: Mutex<MailboxState<Element>>
    private let gap: @Sendable (Int) -> Element

    /// Makes a mailbox.
    ///
    /// - Parameters:
    ///   - limit: The capacity, at least 1.
    ///   - gap: Makes the element that stands for a number of lost elements.
    package init(limit: Int, gap: @escaping @Sendable (Int) -> Element) {
        state = Mutex(MailboxState(limit: max(limit, 1)))
        self.gap = gap
    }

    /// Stores an element, or counts it as lost if full.
    package func push(_ element: Element) {
        deliver(state.withLock { $0.push(element, gap: gap) })
    }

    /// Stores an element even if full; for rare marks that must not be lost.
    package func pushAlways(_ element: Element) {
        deliver(state.withLock { $0.pushAlways(element, gap: gap) })
    }

    /// Ends the sequence after the stored elements.
    package func finish() {
        for waiter in state.withLock({ $0.finish() }) { waiter.resume(returning: nil) }
    }

    /// The number of elements waiting to be taken, a gap included.
    package var waiting: Int { state.withLock { $0.waiting } }

    /// The number of elements taken or waiting.
    ///
    /// A consumer that has handled this many has handled everything pushed so far.
    package var count: Int { state.withLock { $0.given + $0.waiting } }

    /// Takes the next element; nil at the end, or if the task is cancelled and nothing is stored.
    package func next() async -> Element? {
        let id = state.withLock { $0.nextWaiterID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let immediate = state.withLock { $0.take(id: id, waiter: continuation, gap: gap) }
                if case .some(let element) = immediate { continuation.resume(returning: element) }
            }
        } onCancel: {
            state.withLock { $0.cancel(id) }?.resume(returning: nil)
        }
    }

    private func deliver(_ delivery: MailboxState<Element>.Delivery?) {
        delivery?.waiter.resume(returning: delivery?.element)
    }
}

/// The state of a ``Mailbox``: stored elements, lost elements, and waiters.
struct MailboxState<Element: Sendable>: Sendable {
    typealias Waiter = CheckedContinuation<Element?, Never>

    struct Delivery {
        let waiter: Waiter
        let element: Element
    }

    private let limit: Int
    private var stored: Deque<Element> = []
    private var lost = 0
    private var waiters: Deque<(id: Int, waiter: Waiter)> = []
    private var cancelled: Set<Int> = []
    private var lastID = 0
    private var isFinished = false
    /// The number of elements taken.
    private(set) var given = 0
    /// The number of elements waiting to be taken, a gap included.
    var waiting: Int { stored.count + (lost > 0 ? 1 : 0) }

    init(limit: Int) {
        self.limit = limit
    }

    mutating func nextWaiterID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func push(_ element: Element, gap: (Int) -> Element) -> Delivery? {
        guard !isFinished else { return nil }
        if let delivery = handOver(element) { return delivery }
        guard stored.count < limit else {
            lost += 1
            return nil
        }
        store(element, gap: gap)
        return nil
    }

    mutating func pushAlways(_ element: Element, gap: (Int) -> Element) -> Delivery? {
        guard !isFinished else { return nil }
        if let delivery = handOver(element) { return delivery }
        store(element, gap: gap)
        return nil
    }

    mutating func finish() -> [Waiter] {
        isFinished = true
        defer { waiters.removeAll() }
        return waiters.map(\.waiter)
    }

    /// Takes an element at once, or `.some(nil)` for the end; nil if the waiter was stored instead.
    ///
    /// Stored elements go even to a cancelled task, because no later call may take them.
    mutating func take(id: Int, waiter: Waiter, gap: (Int) -> Element) -> Element?? {
        let isCancelled = cancelled.remove(id) != nil
        if let element = stored.popFirst() {
            given += 1
            return element
        }
        if lost > 0 {
            defer { lost = 0 }
            given += 1
            return gap(lost)
        }
        if isFinished || isCancelled { return .some(nil) }
        waiters.append((id, waiter))
        return nil
    }

    /// Removes the waiter of a cancelled task; remembers one that has not arrived yet.
    mutating func cancel(_ id: Int) -> Waiter? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return nil
        }
        return waiters.remove(at: index).waiter
    }

    private mutating func handOver(_ element: Element) -> Delivery? {
        // There are no waiters while an element is stored or lost.
        guard let waiter = waiters.popFirst()?.waiter else { return nil }
        given += 1
        return Delivery(waiter: waiter, element: element)
    }

    private mutating func store(_ element: Element, gap: (Int) -> Element) {
        if lost > 0 { stored.append(gap(lost)) }
        lost = 0
        stored.append(element)
    }
}
