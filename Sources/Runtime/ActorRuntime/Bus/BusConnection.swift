public import Logging
public import MessageBus

/// A bus and the functions that drive it.
public struct BusConnection: Sendable {
    /// The bus.
    public let bus: any Bus
    /// Drives the connection until cancelled; it reconnects automatically.
    public let run: @Sendable () async throws -> Void
    /// Sends pending messages and disconnects cleanly, so that the last will is not published.
    public let close: @Sendable () async -> Void

    /// Creates a connection.
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

/// Creates a process's connection to the bus; a missing broker is not an error, because the connection waits for it.
public protocol BusConnector: Sendable {
    /// Creates the connection without connecting yet.
    ///
    /// - Throws: Only errors that waiting cannot resolve, for example for an unreadable password file.
    func connect(_ request: BusConnectionRequest, logger: Logger) throws -> BusConnection
}
