internal import DBus

/// A bounded sequence of BlueZ's reports.
///
/// When its consumer falls behind by more than the buffer's limit, later elements are dropped, and a gap element takes
/// their place. It ends when the client stops. Releasing the last copy ends its subscription.
public struct BlueZStream<Element: Sendable>: AsyncSequence, Sendable {
    /// Takes elements; several iterators share one stream's elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let token: StreamToken<Element>

        /// The next element; nil at the end, or if the task is cancelled and none is queued.
        public mutating func next() async -> Element? {
            await token.mailbox.next()
        }

        /// The next element; nil at the end, or if the task is cancelled and none is queued.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await token.mailbox.next()
        }
    }

    let token: StreamToken<Element>

    /// Makes an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(token: token)
    }
}

/// Keeps a stream's subscription alive, and notifies the client when it is released.
final class StreamToken<Element: Sendable>: Sendable {
    let mailbox: Mailbox<Element>
    private let ended: @Sendable () -> Void

    init(mailbox: Mailbox<Element>, ended: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.ended = ended
    }

    deinit { ended() }
}
