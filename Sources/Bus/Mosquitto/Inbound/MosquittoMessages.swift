import Synchronization

/// The received messages in order of arrival, for one consumer.
///
/// The sequence ends when the connection is closed and all received messages were taken. A second iterator gets no
/// messages. If the consumer leaves its loop, later messages are dropped.
public struct MosquittoMessages: AsyncSequence, Sendable {
    /// The single consumer's place in the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: (any AsyncIteratorProtocol<InboundMessage, Never>)?
        let progress: Progress

        /// The next message, or `nil` at the end, or if the task is cancelled.
        public mutating func next() async -> InboundMessage? {
            await next(isolation: #isolation)
        }

        /// The next message, or `nil` at the end, or if the task is cancelled.
        ///
        /// - Parameter actor: The caller's isolation.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> InboundMessage? {
            guard let message = await base?.next(isolation: actor) else { return nil }
            progress.countTaken()
            return message
        }
    }

    /// The consumer's progress.
    final class Progress: Sendable {
        private let isClaimed = Atomic(false)
        private let taken = Atomic(0)

        /// The number of messages that the consumer took.
        var takenCount: Int { taken.load(ordering: .relaxed) }

        func countTaken() {
            taken.add(1, ordering: .relaxed)
        }

        /// Whether this is the first request for the iterator.
        func claim() -> Bool {
            !isClaimed.exchange(true, ordering: .relaxed)
        }
    }

    private let base: any AsyncSequence<InboundMessage, Never> & Sendable
    let progress = Progress()

    init(_ base: any AsyncSequence<InboundMessage, Never> & Sendable) {
        self.base = base
    }

    /// The place of the consumer; only the first call gives one that yields messages.
    public func makeAsyncIterator() -> AsyncIterator {
        // The channel underneath traps on a second iterator.
        AsyncIterator(base: progress.claim() ? base.makeAsyncIterator() : nil, progress: progress)
    }
}
