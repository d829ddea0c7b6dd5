/// Lets a test block a handler, and learn that the handler has reached the gate.
package actor Gate {
    private var isOpen = false
    private var hasArrived = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [CheckedContinuation<Void, Never>] = []

    /// Creates a closed gate.
    package init() {}

    /// Waits until the gate is open.
    package func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Opens the gate permanently.
    package func open() {
        isOpen = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }

    /// Reports that the handler has reached the gate.
    package func arrive() {
        hasArrived = true
        for watcher in watching { watcher.resume() }
        watching = []
    }

    /// Waits for ``arrive()``.
    package func waitForArrival() async {
        if hasArrived { return }
        await withCheckedContinuation { watching.append($0) }
    }
}
