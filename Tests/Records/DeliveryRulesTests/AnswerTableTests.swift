import DeliveryRules
import FoundationEssentials
import Testing

struct AnswerTableTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)

    private enum Meaning: String {
        case submitted, unauthorized, rejected, paused, retry

        init(_ answer: AnswerClass) {
            self =
                switch answer {
                case .submitted: .submitted
                case .sessionUnauthorized: .unauthorized
                case .rejected: .rejected
                case .destinationPaused: .paused
                case .retry: .retry
                }
        }
    }

    private func meaning(_ answer: DestinationAnswer) -> Meaning { Meaning(AnswerTable.classify(answer, now: now)) }

    @Test func successNeedsAServerID() {
        #expect(meaning(DestinationAnswer(status: 201, body: .api, serverID: "s")) == .submitted)
        #expect(meaning(DestinationAnswer(status: 200, body: .api)) == .paused)
        #expect(meaning(DestinationAnswer(status: 200, body: .api, serverID: "")) == .paused)
        #expect(meaning(DestinationAnswer(status: 204, body: .empty)) == .paused)
        #expect(meaning(DestinationAnswer(status: 200, body: .foreign, serverID: "s")) == .paused)
    }

    @Test func aDestinationsOwnTableGoesBefore() {
        let error = DeliveryError(code: "c", message: "m")
        let all: [AnswerClass] = [
            .submitted(serverID: "s"), .rejected(error), .destinationPaused(error), .retry(after: .seconds(3), error),
        ]
        for meaning in all {
            let answer = DestinationAnswer(status: 404, body: .api, meaning: meaning)
            #expect(AnswerTable.classify(answer, now: now) == meaning)
            let deletion = AnswerTable.classifyDeletion(answer, now: now)
            #expect(deletion == (meaning == .submitted(serverID: "s") ? .submitted(serverID: nil) : meaning))
            let lookUp = AnswerTable.classifyLookUp(answer, now: now)
            #expect(lookUp == (meaning == .destinationPaused(error) ? meaning : nil))
        }
    }

    @Test(arguments: [400, 406, 409, 413, 415, 422])
    func refusalNeedsTheAPIsOwnError(status: Int) {
        #expect(meaning(DestinationAnswer(status: status, body: .api)) == .rejected)
        #expect(meaning(DestinationAnswer(status: status, body: .foreign)) == .paused)
        #expect(meaning(DestinationAnswer(status: status, body: .empty)) == .paused)
    }

    @Test func deletionNeedsNoServerIDAndNoRecord() {
        func deletion(_ status: Int, _ body: DestinationAnswer.Body, conflicts: Bool = false) -> Meaning {
            let answer = DestinationAnswer(status: status, body: body, conflictsWithSameLogID: conflicts)
            return Meaning(AnswerTable.classifyDeletion(answer, now: now))
        }
        #expect(deletion(200, .api) == .submitted)
        #expect(deletion(204, .empty) == .submitted)
        #expect(deletion(404, .api) == .submitted)
        #expect(deletion(200, .foreign) == .paused)
        #expect(deletion(200, .empty) == .paused)
        #expect(deletion(404, .foreign) == .paused)
        #expect(deletion(409, .api, conflicts: true) == .rejected)
        #expect(deletion(401, .api) == .unauthorized)
        #expect(deletion(503, .empty) == .retry)
    }

    @Test func lookUpThatIsNoListJudgesCredentialsAndPortalsOnly() {
        func lookUp(_ status: Int, _ body: DestinationAnswer.Body) -> Meaning? {
            let answer = DestinationAnswer(status: status, body: body, serverID: "s")
            return AnswerTable.classifyLookUp(answer, now: now).map(Meaning.init)
        }
        #expect(lookUp(401, .api) == .unauthorized)
        #expect(lookUp(200, .foreign) == .paused)
        #expect(lookUp(302, .empty) == .paused)
        #expect(lookUp(404, .foreign) == .paused)
        // The API's own answers to a failed look-up.
        for status in [400, 404, 422, 429, 500] { #expect(lookUp(status, .api) == nil) }
        #expect(lookUp(200, .api) == nil)
    }

    @Test func conflictWithTheSameLogIDIsSuccess() {
        #expect(meaning(DestinationAnswer(status: 409, body: .api, conflictsWithSameLogID: true)) == .submitted)
        #expect(meaning(DestinationAnswer(status: 409, body: .foreign, conflictsWithSameLogID: true)) == .paused)
        #expect(meaning(DestinationAnswer(status: 422, body: .api, conflictsWithSameLogID: true)) == .rejected)
    }

    @Test func badCredentialsEndTheSession() {
        #expect(meaning(DestinationAnswer(status: 401, body: .api)) == .unauthorized)
        #expect(meaning(DestinationAnswer(status: 401, body: .empty)) == .unauthorized)
        #expect(meaning(DestinationAnswer(status: 401, body: .foreign)) == .paused)
        #expect(meaning(DestinationAnswer(status: 403, body: .api, saysBadCredentials: true)) == .unauthorized)
        #expect(meaning(DestinationAnswer(status: 403, body: .api)) == .paused)
        #expect(meaning(DestinationAnswer(status: 403, body: .foreign, saysBadCredentials: true)) == .paused)
    }

    @Test(arguments: [0, 408, 425, 429, 500, 502, 503, 504, 599], [DestinationAnswer.Body.api, .empty, .foreign])
    func troubleIsTriedAgain(status: Int, body: DestinationAnswer.Body) {
        #expect(meaning(DestinationAnswer(status: status, body: body)) == .retry)
    }

    @Test(arguments: [100, 301, 302, 307, 402, 404, 405, 407, 410, 411, 414, 418, 451, 511, 600, -1, 999])
    func anythingElsePauses(status: Int) {
        for body in [DestinationAnswer.Body.api, .empty, .foreign] {
            #expect(meaning(DestinationAnswer(status: status, body: body)) == .paused)
        }
    }

    @Test func retryAfterIsCarried() {
        let answer = DestinationAnswer(status: 429, body: .api, retryAfter: "120")
        guard case .retry(let after, let error) = AnswerTable.classify(answer, now: now) else {
            Issue.record("not a retry")
            return
        }
        #expect(after == .seconds(120))
        #expect(error.code == "http429")
    }

    @Test func retryAfterForms() {
        #expect(RetryAfter.parse(" 120 ", now: now) == .seconds(120))
        #expect(RetryAfter.parse("0", now: now) == .zero)
        #expect(RetryAfter.parse("99999999999999999999", now: now) == .seconds(1_000_000_000))
        #expect(RetryAfter.parse("Sun, 06 Nov 1994 08:50:37 GMT", now: now) == .seconds(60))
        #expect(RetryAfter.parse("Sun, 06 Nov 1994 08:40:37 GMT", now: now) == .zero)
        let leapDay = Date(timeIntervalSince1970: 1_709_164_800)
        #expect(RetryAfter.parse("Fri, 01 Mar 2024 00:00:00 GMT", now: leapDay) == .seconds(86_400))
    }

    /// A server whose clock is a day ahead asks for 30 seconds, not for a day.
    @Test func aDateIsMeasuredFromTheAnswersOwn() {
        let (date, end) = ("Mon, 07 Nov 1994 08:49:37 GMT", " Mon, 07 Nov 1994 08:50:07 GMT")
        #expect(RetryAfter.relative(end, to: date) == "30")
        #expect(RetryAfter.relative(date, to: end) == "0")
        #expect(RetryAfter.relative(end, to: nil) == end)
        #expect(RetryAfter.relative(end, to: "today") == end)
        #expect(RetryAfter.relative("120", to: date) == "120")
    }

    @Test(arguments: [
        "", " ", "-1", "1.5", "soon", "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 32 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "١٢",
    ])
    func otherRetryAfterIsNone(value: String) {
        #expect(RetryAfter.parse(value, now: now) == nil)
    }
}
