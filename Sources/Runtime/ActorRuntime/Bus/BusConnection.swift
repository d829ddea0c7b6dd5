public import Logging
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

/// Makes a process's connection to the bus; a broker that is away is no error, it is waited for.
public protocol BusConnector: Sendable {
    /// Makes the connection without connecting yet.
    ///
    /// - Throws: An error only for what waiting cannot mend, for example a password file that cannot be read.
    func connect(_ request: BusConnectionRequest, logger: Logger) throws -> BusConnection
}
