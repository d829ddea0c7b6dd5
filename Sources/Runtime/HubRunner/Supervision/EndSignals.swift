internal import UnixSignals

/// Traps SIGINT and SIGTERM from its creation on.
public struct EndSignals: Sendable {
    private let signals: UnixSignalsSequence

    /// Traps SIGINT and SIGTERM, so that they no longer end the process.
    public static func trapped() async -> EndSignals {
        EndSignals(signals: await UnixSignalsSequence(trapping: .sigint, .sigterm))
    }

    /// Returns when a signal arrives, or when cancelled; it supports one waiter only.
    public func wait() async {
        for await _ in signals { return }
    }
}
