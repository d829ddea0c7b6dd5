internal import GRDB
internal import StoreEngine

/// Names a request that changes a session or an assignment, by its caller and its id.
public struct RequestName: Sendable, Hashable {
    /// The caller, `/site/hub/actor/instance`.
    public var source: String
    /// The caller's id for the request.
    public var id: String

    /// Names a request.
    public init(source: String, id: String) {
        self.source = source
        self.id = id
    }
}

extension AssignmentTable {
    /// The subject of an earlier request: the session that it ended, or the assignment that it made or ended.
    ///
    /// - Returns: Nil for a new request, or after about 10,000 later ones.
    public func subject(of request: RequestName) async throws -> String? {
        try await writer.read { database in
            try database.rowCached(
                sql: "SELECT subject FROM requests WHERE source = ? AND id = ?",
                arguments: [request.source, request.id]
            ).map { try $0.value("subject") }
        }
    }

    /// An assignment by its row's number; nil if it was erased.
    public func assignment(id: Int64) async throws -> DeviceAssignment? {
        try await writer.read { database in
            try database.rowCached(sql: "SELECT * FROM assignments WHERE id = ?", arguments: [id])
                .map(DeviceAssignment.init(row:))
        }
    }
}

extension QueueTransaction {
    /// Notes that a request was carried out, so that its repeat changes nothing, whatever the clocks say.
    func note(_ request: RequestName?, about subject: String) throws {
        guard let request else { return }
        try database.executeCached(
            sql: "INSERT OR IGNORE INTO requests (source, id, subject) VALUES (?, ?, ?)",
            arguments: [request.source, request.id, subject]
        )
        try database.executeCached(
            sql: "DELETE FROM requests WHERE number <= (SELECT max(number) FROM requests) - 10000"
        )
    }
}
