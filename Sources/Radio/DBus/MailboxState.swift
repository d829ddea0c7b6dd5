internal import DequeModule

/// The state of a ``Mailbox``: what is stored, what was lost, and who waits.
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
    /// How many elements were given out.
    private(set) var given = 0
    /// How many wait to be taken.
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

    /// Takes an element at once, `.some(nil)` for the end; nil when the waiter was stored instead.
    ///
    /// What is stored comes first, also for a taker whose task was cancelled: nobody else may ask for it again.
    mutating func take(id: Int, _ waiter: Waiter, gap: (Int) -> Element) -> Element?? {
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

    /// Takes out a waiter whose task was cancelled; one that has not arrived yet is remembered.
    mutating func cancel(_ id: Int) -> Waiter? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return nil
        }
        return waiters.remove(at: index).waiter
    }

    private mutating func handOver(_ element: Element) -> Delivery? {
        // Nobody waits while something is stored or lost.
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
