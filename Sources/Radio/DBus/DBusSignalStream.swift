/// The signals of a subscription, in the order in which the bus delivered them.
///
/// Bounded: when the consumer falls behind by more than the buffer's limit, later signals are left out and one
/// ``DBusSignalEvent/gap(_:)`` stands where they are missing. Reading from the socket goes on, so that replies to a
/// consumer's own calls are never held up by its signals. The stream outlives a lost bus (with gaps that tell of it) and
/// ends when the connection is closed. The subscription ends when the last copy of the stream goes away.
public struct DBusSignalStream: AsyncSequence, Sendable {
    /// Takes elements; several iterators share one stream's elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let subscription: SubscriptionToken

        /// The next element; nil at the end, or when the task is cancelled and nothing waits.
        public mutating func next() async -> DBusSignalEvent? {
            await subscription.mailbox.next()
        }

        /// The next element; nil at the end, or when the task is cancelled and nothing waits.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> DBusSignalEvent? {
            await subscription.mailbox.next()
        }
    }

    let subscription: SubscriptionToken

    /// How many elements were taken or wait: whoever has handled so many has handled all that came until now.
    package var count: Int { subscription.mailbox.count }

    /// Makes an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(subscription: subscription)
    }
}
