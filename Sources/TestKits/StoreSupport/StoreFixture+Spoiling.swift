internal import GRDB

extension StoreFixture {
    /// Changes rows of the file like a failing disk; values need not match their columns' types.
    package func spoil(_ table: String, changes: String, where condition: String = "1") async throws {
        try await otherConnection().writeWithoutTransaction { database in
            let text = try String.fetchOne(
                database,
                sql: "SELECT sql FROM sqlite_schema WHERE name = ?",
                arguments: [table]
            )
            // A strict table refuses such values (https://www.sqlite.org/stricttables.html).
            try database.execute(sql: "PRAGMA writable_schema = ON")
            try database.execute(
                sql: "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = ?",
                arguments: [table]
            )
            try database.execute(sql: "PRAGMA writable_schema = RESET")
            try database.execute(sql: "UPDATE \(table) SET \(changes) WHERE \(condition)")
            try database.execute(sql: "PRAGMA writable_schema = ON")
            try database.execute(sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [text, table])
            try database.execute(sql: "PRAGMA writable_schema = RESET")
        }
    }
}
