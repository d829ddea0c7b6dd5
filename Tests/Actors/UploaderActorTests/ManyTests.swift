import BusContract
import ContractLiterals
import Foundation
import LedgerStore
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import UploaderActor

/// Several records in one request, through the real HTTP client and a server.
@Suite("Several records at once")
struct ManyTests {
    private static let flags = [
        "destination.inform.paths.many": "/connect/provider/data/{type}/many",
        "destination.legacy.paths.many": "/v1/organizations/{org}/users/{user}/{type}/many.json",
        "destination.inform.repeats": "upsert", "destination.legacy.repeats": "upsert", "concurrency": "2",
        "prefetch": "8",
    ]
    private static let apis = ["inform", "legacy"]

    private func records(_ count: Int, bad: Int? = nil) throws -> [VitalRecord] {
        try (1...count).map { number in
            let value = VitalRecords.Measurement(metric: .systolic, value: number == bad ? 666 : 120, unit: "mm[Hg]")
            return try Samples.record(number, [value])
        }
    }

    private func outcomes(
        of records: [VitalRecord],
        _ api: String,
        fault: String? = nil,
        _ more: [String: String] = [:],
        check: (Site, [UploadAck.Outcome]) async throws -> Void
    ) async throws {
        try await Site.with { site in
            if let fault { try await site.cloud.fail("[\(fault)]") }
            try await site.running(Self.flags.merging(more) { $1 }) { _ in
                await site.owner.offer(records.map { Samples.item($0, api: api) })
                let answers = try await site.owner.settled(records.count)
                let order = Dictionary(uniqueKeysWithValues: records.enumerated().map { ($1.logID, $0) })
                try await check(site, answers.sorted { (order[$0.logID] ?? 0) < (order[$1.logID] ?? 0) })
            }
        }
    }

    @Test("go in one request, and each gets an outcome", arguments: apis)
    func together(_ api: String) async throws {
        let records = try records(5)
        try await outcomes(of: records, api) { site, outcomes in
            #expect(outcomes.map(\.result) == Array(repeating: "done", count: 5))
            #expect(Set(outcomes.compactMap(\.serverID)).count == 5)
            #expect(outcomes.map(\.requests).reduce(0) { $0 + ($1 ?? 99) } == 1, "one request of the token's rate")
            #expect(outcomes.allSatisfy { !$0.possiblySent })
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 1 && seen.records.count == 5)
            let request = try #require(seen.requests.first)
            let paths = [
                "inform": "/connect/provider/data/measurements/many",
                "legacy": "/v1/organizations/o/users/u/biometrics/many.json",
            ]
            #expect(request.path == paths[api])
            guard case .array(let rows)? = request.body?[api == "inform" ? "data" : "biometrics"] else {
                throw Samples.Impossible()
            }
            #expect(rows.map { ($0["log_id"] ?? $0["data_id"])?.text } == records.map(\.logID.rawValue))
            #expect((request.body?["access_token"]?.text == CloudServer.token) == (api == "legacy"))
        }
    }

    @Test("a refused one does not affect the others", arguments: apis)
    func oneBadOfThree(_ api: String) async throws {
        try await outcomes(of: try records(3, bad: 2), api) { site, outcomes in
            #expect(outcomes.map(\.result) == ["done", "failed", "done"])
            #expect(outcomes[1].error?.code == "http422")
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 1)
        }
    }

    @Test("results are matched by log id in any order, and unknown ones are ignored", arguments: apis)
    func otherOrder(_ api: String) async throws {
        let fault = #"{"method": "POST", "reverse": true, "stray": true}"#
        try await outcomes(of: try records(3, bad: 1), api, fault: fault) { site, outcomes in
            #expect(outcomes.map(\.result) == ["failed", "done", "done"])
            #expect(outcomes[1].serverID == "000000000000000000000001")
            #expect(outcomes[2].serverID == "000000000000000000000002")
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 1)
        }
    }

    @Test("one missing from the answer counts as possibly sent, is looked up, and not created twice", arguments: apis)
    func halfAnswered(_ api: String) async throws {
        let records = try records(4)
        let more = ["destination.\(api).repeats": "lookup"]
        let fault = #"{"method": "POST", "keep": 1}"#
        try await outcomes(of: records, api, fault: fault, more) { site, outcomes in
            #expect(outcomes.map(\.result) == ["done", "retry", "retry", "retry"])
            #expect(outcomes[1].error?.code == "answerMissing")
            #expect(outcomes.map(\.possiblySent) == [false, true, true, true])
            try await site.cloud.repeats("double")
            await site.owner.offer(
                records.dropFirst().map { Samples.item($0, fence: 2, api: api, possiblySent: true) }
            )
            let second = try await site.owner.settled(7).filter { $0.fence == 2 }
            #expect(second.allSatisfy { $0.result == "done" && $0.serverID != nil })
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 1 && seen.records.count == 4)
        }
    }

    @Test("a broken connection leaves all possibly sent, and none is created twice", arguments: apis)
    func cutOff(_ api: String) async throws {
        let records = try records(3)
        let more = ["destination.\(api).repeats": "lookup"]
        let fault = #"{"method": "POST", "accept": true, "drop": true}"#
        try await outcomes(of: records, api, fault: fault, more) { site, outcomes in
            #expect(outcomes.allSatisfy { $0.result == "retry" && $0.possiblySent })
            try await site.cloud.repeats("double")
            await site.owner.offer(records.map { Samples.item($0, fence: 2, api: api, possiblySent: true) })
            let second = try await site.owner.settled(6).filter { $0.fence == 2 }
            #expect(second.allSatisfy { $0.result == "done" })
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 1 && seen.records.count == 3)
        }
    }

    @Test(
        "a request refused as a whole refuses no record: each is sent alone",
        arguments: [400, 409, 413, 422]
    )
    func refusedWhole(_ status: Int) async throws {
        let body = #"{\"errors\": [\"log_id is wrong somewhere\"]}"#
        let fault = #"{"method": "POST", "status": \#(status), "body": "\#(body)"}"#
        try await outcomes(of: try records(3, bad: 3), "inform", fault: fault) { site, outcomes in
            #expect(outcomes.map(\.result) == ["done", "done", "failed"])
            #expect(outcomes.map(\.possiblySent) == [false, false, false])
            #expect(outcomes.map(\.requests).reduce(0) { $0 + ($1 ?? 99) } == 4)
            let paths = try await site.cloud.seen.requests.map(\.path)
            #expect(paths.map { $0.hasSuffix("/many") } == [true, false, false, false])
        }
    }

    /// An answer to all of them, and each one's outcome.
    private static let common: [(fault: String, result: String, code: String, possiblySent: Bool)] = [
        (#""status": 401, "body": "{\"errors\": [\"no\"]}""#, "unauthorized", "unauthorized", false),
        (#""status": 404, "body": "{\"errors\": [\"not found\"]}""#, "paused", "http404", false),
        (#""status": 400, "body": "<html>Log in</html>""#, "paused", "http400", false),
        (#""status": 200, "body": "<html>Log in</html>""#, "paused", "http200", true),
        (#""status": 201, "body": "{\"id\": \"s-1\"}""#, "paused", "http201", true),
        (#""status": 200, "body": """#, "paused", "http200", true),
        (#""status": 503, "body": "{\"errors\": [\"later\"]}""#, "retry", "http503", false),
        (#""status": 504, "accept": true, "body": "{\"data\": []}""#, "retry", "http504", true),
        (
            #""status": 429, "body": "{\"errors\": [\"later\"]}", "headers": {"Retry-After": "7"}"#, "retry", "http429",
            false
        ),
        (#""status": 207, "accept": true, "body": "{\"data\": []}""#, "retry", "answerMissing", true),
    ]

    @Test("one answer for all of them counts for each, by the table", arguments: common)
    func commonAnswer(_ row: (fault: String, result: String, code: String, possiblySent: Bool)) async throws {
        let fault = "{\"method\": \"POST\", \(row.fault)}"
        try await outcomes(of: try records(3), "inform", fault: fault) { site, outcomes in
            #expect(outcomes.map(\.result.rawValue) == Array(repeating: row.result, count: 3))
            #expect(outcomes.allSatisfy { $0.error?.code == row.code })
            #expect(outcomes.allSatisfy { $0.possiblySent == row.possiblySent })
            if row.code == "http429" { #expect(outcomes.allSatisfy { $0.retryAfterSeconds == 7 }) }
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 1)
        }
    }

    @Test("only records of one session, type and kind go together, and only the first time")
    func groups() async throws {
        try await Site.with { site in
            var items = try records(12).map { Samples.item($0) }
            items[2].sessionID = "s-2"
            items[3].possiblySent = true
            items[4].isUpdate = true
            items[5].revision = 2
            items[6] = Samples.item(
                try Samples.record(7, type: .weight, [.init(metric: .bodyWeight, value: 80, unit: "kg")])
            )
            for index in 7..<10 { items[index].isLive = false }
            items[10] = Samples.item(try Samples.record(11, []))
            try await site.running(Self.flags.merging(["prefetch": "20"]) { $1 }) { actor in
                await site.owner.offer(items)
                let answers = try await site.owner.settled(12)
                #expect(answers.count { $0.result == "done" } == 11)
                #expect(answers.first { $0.logID == items[10].record.logID }?.result == "failed")
                let requests = try await site.cloud.seen.requests.filter { $0.path.hasSuffix("/many") }
                let together = try requests.map { request in
                    guard case .array(let rows)? = request.body?["data"] else { throw Samples.Impossible() }
                    return Set(rows.compactMap { $0["log_id"]?.text })
                }
                func ids(_ indexes: [Int]) -> Set<String> { Set(indexes.map { items[$0].record.logID.rawValue }) }
                #expect(Set(together) == [ids([0, 1, 11]), ids([7, 8, 9])])
                #expect(await actor.health().counters["postedTogether"] == 2)
            }
        }
    }

    @Test("no request has more records or bytes than configured", arguments: [("records", "2"), ("bytes", "1000")])
    func limits(_ key: String, _ value: String) async throws {
        try await outcomes(of: try records(5), "inform", ["destination.inform.many.\(key)": value]) { site, outcomes in
            #expect(outcomes.allSatisfy { $0.result == "done" })
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 3 && seen.records.count == 5)
        }
    }

    @Test("a crash before the answer was noted leaves each possibly sent")
    func crash() async throws {
        try await Site.with { site in
            try await site.cloud.fail(#"[{"method": "POST", "accept": true, "hold": true, "status": 201}]"#)
            // The answer is held until the uploader is gone, however long that takes on a busy machine.
            try await site.running(Self.flags.merging(["request.timeout": "20s"]) { $1 }) { actor in
                await site.owner.offer(try records(3).map { Samples.item($0) })
                try await eventually("a POST") { try await site.cloud.seen.count("POST") == 1 }
                try await actor.service.ledger.close()
            }
            try await site.cloud.release()
            #expect(await site.owner.answers.isEmpty)
            try await site.running(Self.flags) { _ in
                let answers = try await site.owner.settled(3)
                #expect(answers.allSatisfy { $0.result == "retry" && $0.possiblySent })
                #expect(answers.allSatisfy { $0.error?.code == "interrupted" })
            }
        }
    }
}
