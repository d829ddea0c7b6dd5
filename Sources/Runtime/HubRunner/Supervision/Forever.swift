/// A wait that ends only by cancellation.
public enum Forever {
    /// Waits until cancelled.
    ///
    /// - Throws: `CancellationError`.
    public static func wait() async throws {
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}
