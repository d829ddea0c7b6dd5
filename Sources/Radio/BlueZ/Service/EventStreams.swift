internal import DBus

/// The streams of one kind that consumers hold.
@BlueZIsolation final class EventStreams<Event: Sendable> {
    private var mailboxes: [Int: Mailbox<Event>] = [:]
    private var lastID = 0
    private let gap: @Sendable (Int) -> Event

    /// - Parameter gap: Makes the event that replaces a number of lost ones.
    nonisolated init(gap: @escaping @Sendable (Int) -> Event) { self.gap = gap }

    deinit { for mailbox in mailboxes.values { mailbox.finish() } }

    /// A new stream.
    func make(limit: Int) -> BlueZStream<Event> {
        let mailbox = Mailbox<Event>(limit: limit, gap: gap)
        lastID += 1
        let id = lastID
        mailboxes[id] = mailbox
        return BlueZStream(
            token: StreamToken(mailbox: mailbox) { [weak self] in
                // A deinitializer cannot suspend, so a task removes the stream.
                Task { await self?.forget(id) }
            }
        )
    }

    func push(_ event: Event) {
        for mailbox in mailboxes.values { mailbox.push(event) }
    }

    /// Ends every stream.
    func finish() {
        for mailbox in mailboxes.values { mailbox.finish() }
        mailboxes = [:]
    }

    private func forget(_ id: Int) { mailboxes[id] = nil }
}
