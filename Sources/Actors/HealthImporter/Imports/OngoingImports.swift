internal import MessageBus

/// The running and waiting imports, shared by all services.
@ImporterIsolation final class OngoingImports {
    /// The running imports.
    var running = RunningImports()
    /// The seats whose files or imports wait.
    var waits = ImportWaits()
    /// Whether the process is shutting down.
    private(set) var isDraining = false
    /// Signalled when an import is queued.
    let wake = WakeUp()
    /// Signalled when a running import ends.
    let endWake = WakeUp()

    /// Stops running imports, and prevents new ones.
    func close() {
        isDraining = true
        running.stop(.draining)
    }
}
