internal import Foundation
package import GRDB

/// Opens stores of running or ended processes to look at them.
package enum ReadOnly {
    /// Whether a file has a table; false where there is no file.
    ///
    /// - Throws: `DatabaseError`.
    package static func hasTable(_ name: String, _ path: String) throws -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        return try database(path).read { try $0.tableExists(name) }
    }

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
