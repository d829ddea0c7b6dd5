internal import DBus

/// The streams of events and of advertisements that consumers hold.
@BlueZIsolation final class EventStreams {
    private var adverts: [Int: Mailbox<AdvertEvent>] = [:]
    private var events: [Int: Mailbox<BlueZEvent>] = [:]
    private var lastID = 0

    nonisolated init() {}

    deinit { Self.finish(adverts, events: events) }

    /// A new stream of events.
    func makeEvents(limit: Int) -> BlueZStream<BlueZEvent> {
        let mailbox = Mailbox<BlueZEvent>(limit: limit) { .gap(dropped: $0) }
        let id = nextID()
        events[id] = mailbox
        return BlueZStream(
            token: StreamToken(mailbox: mailbox) { [weak self] in
                // A deinitializer cannot suspend, so a task removes the stream.
                Task { await self?.forgetEvents(id) }
            }
        )
    }

    /// A new stream of advertisements.
    func makeAdverts(limit: Int) -> BlueZStream<AdvertEvent> {
        let mailbox = Mailbox<AdvertEvent>(limit: limit) { .gap(dropped: $0) }
        let id = nextID()
        adverts[id] = mailbox
        return BlueZStream(
            token: StreamToken(mailbox: mailbox) { [weak self] in
                // A deinitializer cannot suspend, so a task removes the stream.
                Task { await self?.forgetAdverts(id) }
            }
        )
    }

    func push(_ event: BlueZEvent) {
        for mailbox in events.values { mailbox.push(event) }
    }

    func push(_ advert: AdvertEvent) {
        for mailbox in adverts.values { mailbox.push(advert) }
    }

    /// Ends every stream.
    func finish() {
        Self.finish(adverts, events: events)
        adverts = [:]
        events = [:]
    }

    private nonisolated static func finish(
        _ adverts: [Int: Mailbox<AdvertEvent>],
        events: [Int: Mailbox<BlueZEvent>]
    ) {
        for mailbox in adverts.values { mailbox.finish() }
        for mailbox in events.values { mailbox.finish() }
    }

    private func nextID() -> Int {
        lastID += 1
        return lastID
    }

    private func forgetEvents(_ id: Int) { events[id] = nil }
    private func forgetAdverts(_ id: Int) { adverts[id] = nil }
}
