package import DeliveryRules
internal import MessageBus
package import VitalRecords

/// A destination's answer to a request that creates several records.
package enum ManyAnswer: Sendable, Hashable {
    /// One answer for all of them. It names no record, so it never proves that a record is stored.
    case whole(DestinationAnswer)
    /// Each record's own answer, by log id; nothing is known of a record that is not among them.
    case each([LogID: DestinationAnswer])
}

extension ManyAnswer {
    /// The statuses under which a list of results is read; any other answer is one for all.
    private static func mayList(_ status: Int) -> Bool {
        (200...299).contains(status) || [400, 406, 409, 413, 415, 422].contains(status)
    }

    /// Reads a list of results.
    ///
    /// Each names its record by the log id, in any order. One without its own status has the answer's, where that
    /// is a success and it has the server's id. A record that is named twice with different answers counts as not named.
    ///
    /// - Parameters:
    ///   - rows: The list; nil if the answer has none.
    ///   - whole: The answer for all of them.
    ///   - names: The names of a result's fields.
    ///   - read: Reads one result, which has no log id any more, as the answer to its record.
    init(
        _ reply: DestinationReply,
        records: [VitalRecord],
        rows: [JSONValue]?,
        whole: DestinationAnswer,
        names: ValidicNames,
        _ read: (_ status: Int, _ result: APIBody, VitalRecord) -> DestinationAnswer
    ) {
        let known = Dictionary(records.map { ($0.logID.rawValue, $0) }) { first, _ in first }
        var answers: [LogID: DestinationAnswer] = [:]
        var contradicted: Set<LogID> = []
        var isNamed = false
        for case .object(var members) in rows ?? [] {
            guard let name = names.logIDs.lazy.compactMap({ members[$0]?.text }).first, let record = known[name] else {
                continue
            }
            isNamed = true
            for field in names.logIDs { members[field] = nil }
            let result = APIBody(.object(members))
            let own = Self.status(members)
            let shown =
                members[names.serverID]?.serverID != nil && (200...299).contains(reply.status) && !result.isError
            guard let status = own ?? (shown ? reply.status : nil) else { continue }
            var answer = read(status, result, record)
            if answer.conflictsWithSameLogID { answer.serverID = members[names.serverID]?.serverID }
            if let other = answers.updateValue(answer, forKey: record.logID), other != answer {
                contradicted.insert(record.logID)
            }
        }
        for logID in contradicted { answers[logID] = nil }
        let isList = rows != nil && (isNamed || (200...299).contains(reply.status))
        self = isList && Self.mayList(reply.status) ? .each(answers) : .whole(Self.nameless(whole))
    }

    /// A result's own status.
    private static func status(_ members: [String: JSONValue]) -> Int? {
        for name in ["status", "code"] {
            guard case .number(let number)? = members[name], let status = Int("\(number)") else { continue }
            if (100...599).contains(status) { return status }
        }
        return nil
    }

    /// An answer for all of them: a success without names is not from this API, and a conflict does not concern all.
    private static func nameless(_ answer: DestinationAnswer) -> DestinationAnswer {
        var answer = answer
        answer.serverID = nil
        answer.conflictsWithSameLogID = false
        if (200...299).contains(answer.status), answer.body == .api { answer.body = .foreign }
        return answer
    }
}
