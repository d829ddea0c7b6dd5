package import GRDB

/// Opens stores of running or ended processes to look at them.
package enum ReadOnly {
    /// Opens a database without the right to write.
    ///
    /// - Throws: `DatabaseError`.
    package static func database(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
