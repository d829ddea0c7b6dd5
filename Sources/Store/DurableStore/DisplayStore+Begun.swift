internal import GRDB

extension DisplayStore {
    /// Notes that a picture is going to be read: should that end the process, the next one knows.
    public func begin(_ picture: BegunPicture) async throws {
        try await outbox.writer.write { database in
            try database.executeCached(
                sql: "INSERT OR IGNORE INTO begun (job, fence) VALUES (?, ?)",
                arguments: [picture.job, picture.fence]
            )
        }
    }

    /// The pictures that were begun and not forgotten yet.
    public func begun() async throws -> [BegunPicture] {
        try await outbox.writer.read { database in
            try database.rowsCached(sql: "SELECT * FROM begun ORDER BY rowid").map {
                BegunPicture(job: try $0.value("job"), fence: try $0.value("fence"))
            }
        }
    }

    /// Forgets pictures whose end the queue's owner knows.
    public func forget(_ pictures: [BegunPicture]) async throws {
        try await outbox.writer.write { database in
            for picture in pictures {
                try database.executeCached(
                    sql: "DELETE FROM begun WHERE job = ? AND fence = ?",
                    arguments: [picture.job, picture.fence]
                )
            }
        }
    }
}
