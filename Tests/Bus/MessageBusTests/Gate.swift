import MessageBus

/// A gate that holds tasks until the test opens it.
final class Gate: Sendable {
    private let arrivals = BoundedQueue<Void>(capacity: 64)
    private let exits = BoundedQueue<Void>(capacity: 1)

    /// Waits at the gate, and lets the test know.
    func pass() async {
        _ = arrivals.offer(())
        _ = await exits.next()
    }

    /// Returns when a task waits at the gate.
    func arrived() async { _ = await arrivals.next() }

    /// Lets every task through, now and later.
    func open() { exits.finish() }
}
