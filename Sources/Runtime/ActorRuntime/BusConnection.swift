public import MessageBus

/// A bus and what drives it.
public struct BusConnection: Sendable {
    /// The bus.
    public let bus: any Bus
    /// Drives the connection until cancelled; it connects again by itself.
    public let run: @Sendable () async throws -> Void
    /// Sends what is under way and disconnects in order, so that the last will is not published.
    public let close: @Sendable () async -> Void

    /// Makes a connection.
    public init(
        bus: any Bus,
        run: @escaping @Sendable () async throws -> Void,
        close: @escaping @Sendable () async -> Void
    ) {
        self.bus = bus
        self.run = run
        self.close = close
    }
}
