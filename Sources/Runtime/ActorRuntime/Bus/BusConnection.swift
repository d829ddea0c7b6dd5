public import Logging
public import MessageBus

/// A bus and the functions that drive it.
public struct BusConnection: Sendable {
    /// The bus.
    public let bus: any Bus
    /// Drives the connection until cancelled; reconnects automatically.
    public let run: @Sendable () async throws -> Void
    /// Sends queued messages and disconnects in order, so that the broker does not publish the last will.
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

/// Makes a process's connection to the bus; it waits for a missing broker instead of failing.
public protocol BusConnector: Sendable {
    /// Makes the connection without connecting yet.
    ///
    /// - Throws: Only errors that waiting cannot fix, for example a password file that cannot be read.
    func connect(_ request: BusConnectionRequest, logger: Logger) throws -> BusConnection
}
