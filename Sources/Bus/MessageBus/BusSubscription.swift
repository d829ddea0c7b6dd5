/// The messages of one subscription, for one reader.
public struct BusSubscription: AsyncSequence, Sendable {
    /// A message.
    public typealias Element = BusMessage
    /// A subscription never fails; it ends.
    public typealias Failure = Never

    private let queue: BoundedQueue<BusMessage>
    private let onCancel: @Sendable () -> Void

    /// Creates a subscription over a queue that a bus fills.
    public init(queue: BoundedQueue<BusMessage>, onCancel: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.onCancel = onCancel
    }

    /// Ends the subscription; the reader still gets the queued messages, and then the end.
    public func cancel() {
        queue.finish()
        onCancel()
    }

    /// Reads the messages in order.
    public func makeAsyncIterator() -> Iterator {
        Iterator(queue: queue)
    }

    /// Reads one subscription.
    public struct Iterator: AsyncIteratorProtocol {
        let queue: BoundedQueue<BusMessage>

        /// The next message, or nil at the end or when the task is cancelled.
        public mutating func next() async -> BusMessage? {
            await queue.next()
        }

        /// The next message, or nil at the end or when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> BusMessage? {
            await queue.next()
        }
    }
}
