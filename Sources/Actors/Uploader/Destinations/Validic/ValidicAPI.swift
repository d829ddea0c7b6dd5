package import BusContract
package import DeliveryRules
package import MessageBus
package import VitalRecords

/// One of Validic's public APIs: both list, answer and refuse in the same way, by names of their own.
package protocol ValidicAPI: Destination {
    /// The names that both share.
    static var names: ValidicNames { get }

    /// The record's object in the answer to it.
    static func object(in answer: JSONValue, of record: VitalRecord) -> JSONValue?
    /// The list of records in an answer.
    static func list(in answer: JSONValue, of type: RecordType) -> JSONValue?
    /// Whether a listed record was not deleted.
    static func isPresent(_ row: JSONValue) -> Bool
    /// Whether the list has more than these.
    static func hasMore(_ answer: JSONValue, seen: Int) -> Bool
    /// Whether an error is about the token.
    static func refusesCredentials(_ answer: JSONValue) -> Bool
}

/// The names of fields in which the APIs differ.
package struct ValidicNames: Sendable, Hashable {
    /// Of a log id, the likeliest first.
    let logIDs: [String]
    /// Of the server's id.
    let serverID: String
}

extension ValidicAPI {
    /// Reads the record, or the error object.
    package func answer(_ reply: DestinationReply, to record: VitalRecord) -> DestinationAnswer {
        guard let body = APIBody(reply.body) else {
            let kind = reply.body.isEmpty ? DestinationAnswer.Body.empty : .foreign
            return DestinationAnswer(status: reply.status, body: kind, retryAfter: reply.retryAfter)
        }
        return Self.answer(reply, body: body, shown: Self.object(in: body.json, of: record), to: record)
    }

    /// Reads a list of results, each with a log id, a status, and the server's id or errors; or one answer for all.
    package func answer(_ reply: DestinationReply, toMany records: [VitalRecord]) -> ManyAnswer {
        let first = records.first
        let whole =
            first.map { answer(reply, to: $0) }
            ?? DestinationAnswer(status: reply.status, body: .foreign, retryAfter: reply.retryAfter)
        let rows = first.flatMap { record in
            APIBody(reply.body).flatMap { Self.rows(in: $0.json, of: record.type) }
        }
        return ManyAnswer(reply, records: records, rows: rows, whole: whole, names: Self.names) {
            let own = DestinationReply(status: $0, retryAfter: reply.retryAfter, body: [])
            return Self.answer(own, body: $1, shown: $1.json, to: $2)
        }
    }

    /// Compares the log ids of a list.
    package func found(_ reply: DestinationReply, record: VitalRecord, offset: Int) -> LookupResult {
        guard reply.status == 200, let body = APIBody(reply.body), let rows = Self.rows(in: body.json, of: record.type)
        else { return noList(reply, record: record) }
        let row = rows.first { row in
            Self.names.logIDs.contains { row[$0]?.text == record.logID.rawValue } && Self.isPresent(row)
        }
        if let row {
            return row[Self.names.serverID]?.serverID.map { .found(serverID: $0) }
                ?? .unanswered(LookupResult.noUsableID)
        }
        let seen = offset + rows.count
        return !rows.isEmpty && Self.hasMore(body.json, seen: seen) ? .more(offset: seen) : .absent
    }

    /// Reads the image's id and address, or the error object.
    package func answer(_ reply: DestinationReply, to image: UploadGrant.Image) -> (DestinationAnswer, url: String?) {
        MediaAnswer.read(reply, image: image, idField: Self.names.serverID)
    }

    private static func rows(in answer: JSONValue, of type: RecordType) -> [JSONValue]? {
        list(in: answer, of: type).flatMap { if case .array(let rows) = $0 { rows } else { nil } }
    }

    private static func answer(
        _ reply: DestinationReply,
        body: APIBody,
        shown: JSONValue?,
        to record: VitalRecord
    ) -> DestinationAnswer {
        var answer = DestinationAnswer(status: reply.status, body: .foreign, retryAfter: reply.retryAfter)
        answer.apiMessage = body.words
        let logID = names.logIDs.lazy.compactMap { shown?[$0]?.text }.first
        if (200...299).contains(reply.status) {
            guard logID == nil || logID == record.logID.rawValue else { return answer }
            answer.serverID = shown?[names.serverID]?.serverID
            answer.body = answer.serverID == nil && !body.isError ? .foreign : .api
            return answer
        }
        if body.isError { answer.body = .api }
        answer.saysBadCredentials = refusesCredentials(body.json)
        answer.conflictsWithSameLogID =
            logID.map { $0 == record.logID.rawValue } ?? body.mentions(record.logID.rawValue, fields: names.logIDs)
        if answer.conflictsWithSameLogID, logID != nil { answer.serverID = shown?[names.serverID]?.serverID }
        return answer
    }
}
