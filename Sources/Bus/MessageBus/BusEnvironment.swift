public import FoundationEssentials

/// A bus client's sources of time, ids and waiting; tests pass their own.
public struct BusEnvironment: Sendable {
    /// The wall clock.
    public let now: @Sendable () -> Date
    /// A new message id, UUIDv7.
    public let newID: @Sendable () -> String
    /// The clock for deadlines and pauses.
    public let clock: any Clock<Duration>

    /// Creates an environment.
    public init(
        now: @escaping @Sendable () -> Date,
        newID: @escaping @Sendable () -> String,
        clock: any Clock<Duration>
    ) {
        self.now = now
        self.newID = newID
        self.clock = clock
    }
}
