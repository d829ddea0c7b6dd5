internal import DBus

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
