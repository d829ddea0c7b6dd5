public import Logging

/// Makes a process's connection to the bus; a broker that is away is no error, it is waited for.
public protocol BusConnector: Sendable {
    /// Makes the connection without connecting yet.
    ///
    /// - Throws: An error only for what waiting cannot mend, for example a password file that cannot be read.
    func connect(_ request: BusConnectionRequest, logger: Logger) throws -> BusConnection
}
