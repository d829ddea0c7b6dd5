internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB

extension StoredJob {
    /// Reads a row of `jobs`.
    init(row: Row) throws {
        self.init(
            id: try row.value("log_id"),
            readingKey: try row.value("reading_key"),
            picture: try row.value("picture"),
            body: try row.value("body"),
            seat: try row.optional("seat")
        )
        entry = try QueueEntry(row: row)
        outcome = try row.optional("outcome")
        strain = try row.value("strain")
    }

    /// Loads the jobs that a condition selects.
    static func fetchAll(
        _ database: Database,
        _ condition: String,
        _ arguments: StatementArguments
    ) throws -> [StoredJob] {
        try database.rowsCached(sql: "SELECT * FROM jobs " + condition, arguments: arguments)
            .map(StoredJob.init(row:))
    }

    /// Loads a job; nil if there is none.
    static func fetch(_ database: Database, _ id: String) throws -> StoredJob? {
        try fetchAll(database, "WHERE log_id = ?", [id]).first
    }

    /// Saves a new job.
    func insert(_ database: Database, at: Date) throws {
        var values = columns(at: at)
        values["log_id"] = id
        values["reading_key"] = readingKey
        values["picture"] = picture
        values["body"] = body
        values.updateValue(seat, forKey: "seat")
        values["created_at"] = StoreTime.milliseconds(at)
        let names = values.keys.sorted()
        let marks = names.map { ":" + $0 }.joined(separator: ", ")
        try database.executeCached(
            sql: "INSERT INTO jobs (\(names.joined(separator: ", "))) VALUES (\(marks))",
            arguments: StatementArguments(values)
        )
    }

    /// Saves what may have changed.
    func update(_ database: Database, at: Date) throws {
        var values = columns(at: at)
        let assignments = values.keys.sorted().map { "\($0) = :\($0)" }.joined(separator: ", ")
        values["log_id"] = id
        try database.executeCached(
            sql: "UPDATE jobs SET \(assignments) WHERE log_id = :log_id",
            arguments: StatementArguments(values)
        )
    }

    private func columns(at: Date) -> [String: (any DatabaseValueConvertible)?] {
        var values = entry.columns
        values.updateValue(outcome, forKey: "outcome")
        values["strain"] = strain
        // What changed is to be told, also where another end was told before.
        values["told"] = false
        values["session_ended"] = entry.isSessionEnded
        values["changed_at"] = StoreTime.milliseconds(at)
        return values
    }
}
