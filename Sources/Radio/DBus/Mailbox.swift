internal import DequeModule
internal import Synchronization

/// A bounded queue between one side that must not wait and consumers that may be slow.
///
/// When it is full, new elements are not stored but counted; an element made from that count then stands exactly where
/// they are missing. So nothing is lost silently, and order is kept.
package final class Mailbox<Element: Sendable>: Sendable {
    private let state: Mutex<MailboxState<Element>>
    private let gap: @Sendable (Int) -> Element

    /// Makes a mailbox.
    ///
    /// - Parameters:
    ///   - limit: How many elements it holds, at least 1.
    ///   - gap: Makes the element that tells of a number of lost elements.
    package init(limit: Int, gap: @escaping @Sendable (Int) -> Element) {
        state = Mutex(MailboxState(limit: max(limit, 1)))
        self.gap = gap
    }

    /// Stores an element, or counts it as lost.
    package func push(_ element: Element) {
        deliver(state.withLock { $0.push(element, gap: gap) })
    }

    /// Stores an element even when the mailbox is full; for rare marks that must not be lost.
    package func pushAlways(_ element: Element) {
        deliver(state.withLock { $0.pushAlways(element, gap: gap) })
    }

    /// Ends the sequence after what is stored.
    package func finish() {
        for waiter in state.withLock({ $0.finish() }) { waiter.resume(returning: nil) }
    }

    /// How many elements wait to be taken.
    package var waiting: Int { state.withLock { $0.waiting } }

    /// How many elements were given out or wait.
    ///
    /// Whoever has handled so many has handled all that was pushed until now.
    package var count: Int { state.withLock { $0.given + $0.waiting } }

    /// Takes the next element; nil at the end, or when the task is cancelled and nothing is stored.
    package func next() async -> Element? {
        let id = state.withLock { $0.nextWaiterID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let immediate = state.withLock { $0.take(id: id, continuation, gap: gap) }
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
