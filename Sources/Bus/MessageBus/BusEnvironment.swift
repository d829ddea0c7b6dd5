public import FoundationEssentials

/// What a bus client takes from the world: the time, ids and waiting; tests pass their own.
public struct BusEnvironment: Sendable {
    /// The wall clock.
    public let now: @Sendable () -> Date
    /// A new message id, UUIDv7.
    public let newID: @Sendable () -> String
    /// What deadlines and pauses are measured with.
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
