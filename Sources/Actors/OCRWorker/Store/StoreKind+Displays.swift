internal import GRDB
internal import Outbox
package import StoreEngine

extension StoreKind {
    /// An OCR worker's outbox and the pictures of its readings ("VBoc").
    ///
    /// One file, because a reading and its picture's name are one commit. A picture's row goes with its reading.
    package static let displays = StoreKind(name: "displays", applicationID: 0x5642_6f63) { migrator in
        StoreKind.outbox.migrations(&migrator)
        migrator.registerMigration("1-crops") { database in
            try database.execute(
                sql: """
                    CREATE TABLE crops (
                        reading_key TEXT NOT NULL PRIMARY KEY,
                        file TEXT NOT NULL,
                        size INTEGER NOT NULL
                    ) STRICT;
                    CREATE TRIGGER crops_go AFTER DELETE ON outbox BEGIN
                        DELETE FROM crops WHERE reading_key = old.reading_key;
                    END;
                    """
            )
        }
        migrator.registerMigration("2-begun") { database in
            try database.execute(
                sql: "CREATE TABLE begun (job TEXT NOT NULL, fence INTEGER NOT NULL, PRIMARY KEY (job, fence)) STRICT"
            )
        }
    }
}
