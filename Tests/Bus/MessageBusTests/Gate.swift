import MessageBus

/// Where something waits until the test lets it go on.
final class Gate: Sendable {
    private let arrivals = BoundedQueue<Void>(capacity: 64)
    private let exits = BoundedQueue<Void>(capacity: 1)

    /// Waits at the gate; the test knows of it.
    func pass() async {
        _ = arrivals.offer(())
        _ = await exits.next()
    }

    /// Returns when somebody waits.
    func arrived() async { _ = await arrivals.next() }

    /// Lets everybody through, now and later.
    func open() { exits.finish() }
}
