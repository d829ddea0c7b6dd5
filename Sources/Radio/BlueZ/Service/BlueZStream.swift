internal import DBus

/// A bounded sequence of what BlueZ reported.
///
/// When its consumer falls behind by more than the buffer's limit, later elements are left out and one element that says
/// so stands where they are missing. It ends when the client stops. What it stands for ends when its last copy goes away.
public struct BlueZStream<Element: Sendable>: AsyncSequence, Sendable {
    /// Takes elements; several iterators share one stream's elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let token: StreamToken<Element>

        /// The next element; nil at the end, or when the task is cancelled and nothing waits.
        public mutating func next() async -> Element? {
            await token.mailbox.next()
        }

        /// The next element; nil at the end, or when the task is cancelled and nothing waits.
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

/// Keeps what a stream stands for alive; its end tells the client.
final class StreamToken<Element: Sendable>: Sendable {
    let mailbox: Mailbox<Element>
    private let ended: @Sendable () -> Void

    init(mailbox: Mailbox<Element>, ended: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.ended = ended
    }

    deinit { ended() }
}
