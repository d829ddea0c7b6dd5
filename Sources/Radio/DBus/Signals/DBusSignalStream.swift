/// The signals of a subscription, in the order of delivery.
///
/// The stream is bounded: when the consumer falls behind by more than the buffer limit, later signals are dropped and a
/// ``DBusSignalEvent/gap(_:)`` marks their position. Reading from the socket continues, so signals never delay the
/// replies to a consumer's own calls. The stream survives a lost bus, with gaps that report it, and ends when the
/// connection is closed. The subscription ends when the last copy of the stream is released.
public struct DBusSignalStream: AsyncSequence, Sendable {
    /// Iterates over the elements; several iterators share the elements of one stream.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let subscription: SubscriptionToken

        /// The next element; nil at the end, or if the task is cancelled and nothing is buffered.
        public mutating func next() async -> DBusSignalEvent? {
            await subscription.mailbox.next()
        }

        /// The next element; nil at the end, or if the task is cancelled and nothing is buffered.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> DBusSignalEvent? {
            await subscription.mailbox.next()
        }
    }

    let subscription: SubscriptionToken

    /// The number of elements taken or buffered; a consumer that has handled this many has handled everything received
    /// so far.
    package var count: Int { subscription.mailbox.count }

    /// Makes an iterator that shares the stream's elements.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(subscription: subscription)
    }
}

/// Keeps a subscription alive; releasing it tells the connection to end the subscription.
final class SubscriptionToken: Sendable {
    let mailbox: Mailbox<DBusSignalEvent>
    private let ended: @Sendable () -> Void

    init(mailbox: Mailbox<DBusSignalEvent>, ended: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.ended = ended
    }

    deinit { ended() }
}
