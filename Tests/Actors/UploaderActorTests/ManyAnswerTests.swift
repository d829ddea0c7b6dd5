import ActorRuntime
import DeliveryRules
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

/// The outcome of each record in an answer to several, without a server.
@Suite("Answers to several records")
struct ManyAnswerTests {
    private func answers(_ body: String, status: Int = 207) throws -> ManyAnswer {
        let records = try (1...2).map { try Samples.record($0) }
        let named = zip(["A", "B"], records).reduce(body) { $0.replacing($1.0, with: $1.1.logID.rawValue) }
        let inform = InformDestination(base: try BaseURL("https://api.example", key: "k"), repeats: .lookup)
        return inform.answer(DestinationReply(status: status, body: Array(named.utf8)), toMany: records)
    }

    private func each(_ body: String, status: Int = 207) throws -> [DestinationAnswer?] {
        guard case .each(let answers) = try answers(body, status: status) else { throw Samples.Impossible() }
        return try (1...2).map { answers[try Samples.record($0).logID] }
    }

    @Test("a result has its own status, or the answer's if it has an id and no error")
    func statuses() throws {
        let found = try each(#"{"data":[{"log_id":"A","status":201,"id":"s"},{"log_id":"B","id":"t"}]}"#)
        #expect(found.map { $0?.serverID } == ["s", "t"])
        #expect(found.map { $0?.status } == [201, 207])
        let unclear = try each(#"{"data":[{"log_id":"A","errors":["no"]},{"log_id":"B"}]}"#)
        #expect(unclear == [nil, nil])
        let refused = try each(#"{"data":[{"log_id":"A","status":422,"errors":["no"]}]}"#, status: 422)
        #expect(refused.map { $0?.status } == [422, nil])
        #expect(try each(#"{"data":[{"log_id":"A","status":"active"},{"log_id":"B","status":70000}]}"#) == [nil, nil])
    }

    @Test("409 counts as the record's own only if its error says so, not because the result names it")
    func conflicts() throws {
        let body = """
            {"data":[{"log_id":"A","status":409,"id":"s","errors":{"log_id":["taken"]}},
                     {"log_id":"B","status":409,"id":"t","errors":["another record is there"]}]}
            """
        let found = try each(body)
        #expect(found.map { $0?.conflictsWithSameLogID } == [true, false])
        #expect(found[0]?.serverID == "s")
    }

    @Test("a record named twice with different answers counts as not named")
    func contradiction() throws {
        let body = """
            {"data":[{"log_id":"A","status":201,"id":"s"},{"log_id":"A","status":422,"errors":["no"]},
                     {"log_id":"B","status":201,"id":"t"},{"log_id":"B","status":201,"id":"t"}]}
            """
        #expect(try each(body).map { $0?.serverID } == [nil, "t"])
    }

    @Test("an answer for all never means that a record is there")
    func whole() throws {
        for (body, status) in [
            (#"{"id":"s"}"#, 201), (#"{"data":{"id":"s","log_id":"A"}}"#, 201),
            (#"{"errors":{"log_id":["taken"]}}"#, 409), (#"{"data":[{"log_id":"A","status":201,"id":"s"}]}"#, 503),
            (#"{"data":[{"log_id":"x"}],"errors":["no"]}"#, 422),
        ] {
            guard case .whole(let answer) = try answers(body, status: status) else {
                Issue.record("\(body) is not a list of results")
                continue
            }
            #expect(answer.serverID == nil && !answer.conflictsWithSameLogID && answer.status == status)
            #expect(status != 201 || answer.body == .foreign)
        }
    }

    @Test("requests keep within both limits, in order")
    func chunks() throws {
        let parts = try (1...5).map { try ManyPart(Samples.record($0), json: .string("123456789"), leftOut: 0) }
        #expect(parts[0].bytes == 11)
        func sizes(_ limits: ManyLimits) -> [Int] { limits.chunks(parts).map(\.count) }
        #expect(sizes(ManyLimits(records: 2, bytes: 1_000)) == [2, 2, 1])
        #expect(sizes(ManyLimits(records: 9, bytes: 33)) == [3, 2])
        #expect(sizes(ManyLimits(records: 9, bytes: 5)) == [1, 1, 1, 1, 1])
        #expect(ManyLimits().chunks(parts).flatMap(\.self).map(\.record.logID) == parts.map(\.record.logID))
        #expect(ManyLimits().chunks([]).isEmpty)
    }
}
