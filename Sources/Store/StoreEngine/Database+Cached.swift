package import GRDB

// Compiling a statement costs more than running it, and the stores use few texts: each is compiled once a connection.
extension Database {
    /// Executes one statement whose text comes again.
    package func executeCached(sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// All rows of a statement whose text comes again.
    package func rowsCached(sql: String, arguments: StatementArguments = StatementArguments()) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first row of a statement whose text comes again.
    package func rowCached(sql: String, arguments: StatementArguments = StatementArguments()) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }
}
