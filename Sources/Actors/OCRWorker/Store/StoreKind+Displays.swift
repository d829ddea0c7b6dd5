internal import Outbox
package import StoreEngine

extension StoreKind {
    /// An OCR worker's outbox and the pictures of its readings ("VBoc").
    ///
    /// One file is used, because a reading and the name of its picture are one commit. A picture's row is deleted with
    /// its reading.
    package static let displays = StoreKind(
        name: "displays",
        applicationID: 0x5642_6f63,
        mending: StoreKind.outbox.mending,
        versions: StoreKind.outbox.versions + [SchemaVersion("0.1.0-displays", statements: cropTable)]
    )

    private static let cropTable = """
        CREATE TABLE crops (
            reading_key TEXT NOT NULL PRIMARY KEY,
            file TEXT NOT NULL,
            size INTEGER NOT NULL
        ) STRICT;
        CREATE TRIGGER crops_go AFTER DELETE ON outbox BEGIN
            DELETE FROM crops WHERE reading_key = old.reading_key;
        END;
        """
}
