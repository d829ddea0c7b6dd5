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
