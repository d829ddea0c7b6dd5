internal import UnixSignals

/// Ctrl-C and a request to end, trapped from the moment when this is made.
public struct EndSignals: Sendable {
    private let signals: UnixSignalsSequence

    /// Traps SIGINT and SIGTERM: they no longer end the process by themselves.
    public static func trapped() async -> EndSignals {
        EndSignals(signals: await UnixSignalsSequence(trapping: .sigint, .sigterm))
    }

    /// Returns when a signal came, or when cancelled; one waiter only.
    public func wait() async {
        for await _ in signals { return }
    }
}
