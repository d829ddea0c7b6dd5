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

/// A subscription's rules and where its signals go.
struct Subscription {
    let rules: [DBusMatchRule]
    /// The rules' texts as given to AddMatch.
    let texts: [String]
    let mailbox: Mailbox<DBusSignalEvent>
    /// Whether the rules are in force; only then a new connection adds them again.
    var isActive = false
}

/// Keeps a subscription alive; its end tells the connection.
final class SubscriptionToken: Sendable {
    let mailbox: Mailbox<DBusSignalEvent>
    private let ended: @Sendable () -> Void

    init(mailbox: Mailbox<DBusSignalEvent>, ended: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.ended = ended
    }

    deinit { ended() }
}
