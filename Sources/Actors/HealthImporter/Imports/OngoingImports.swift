internal import MessageBus

/// What runs and what waits, as all services see it.
@ImporterIsolation final class OngoingImports {
    /// The imports that run.
    var running = RunningImports()
    /// Seats whose files or imports wait.
    var waits = ImportWaits()
    /// Whether the process is about to end.
    private(set) var isDraining = false
    /// Signalled when there is an import to do.
    let wake = WakeUp()
    /// Wakes who waits for the end of what runs.
    let endWake = WakeUp()

    /// Stops what runs, and lets nothing new begin.
    func close() {
        isDraining = true
        running.stop(.draining)
    }
}
