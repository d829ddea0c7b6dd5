/// A wait without an end.
public enum Forever {
    /// Waits until cancelled.
    ///
    /// - Throws: `CancellationError`.
    public static func wait() async throws {
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}
