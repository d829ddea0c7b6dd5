public import FoundationEssentials

/// What a destination's answers mean, by the table in this folder's `README.md`.
///
/// Cases beyond the table: a 401 with a foreign body comes from a proxy and must not end a session; 511 (RFC 6585
/// section 6) comes from a captive portal; 3xx and 1xx do not come from the API.
public enum AnswerTable {
    /// What an answer means for the record.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - now: The wall clock, for a Retry-After that is a date.
    public static func classify(_ answer: DestinationAnswer, now: Date) -> AnswerClass {
        if let meaning = answer.meaning { return meaning }
        return switch answer.status {
        case 200...299: success(answer)
        case 401: answer.body == .foreign ? .destinationPaused(error(answer)) : .sessionUnauthorized
        case 403 where answer.body == .api && answer.saysBadCredentials: .sessionUnauthorized
        case 409 where answer.body == .api && answer.conflictsWithSameLogID: .submitted(serverID: answer.serverID)
        case 400, 406, 409, 413, 415, 422:
            answer.body == .api ? .rejected(error(answer)) : .destinationPaused(error(answer))
        case 511: .destinationPaused(error(answer))
        case 0, 408, 425, 429, 500...599: .retry(after: retryAfter(answer, now: now), error(answer))
        default: .destinationPaused(error(answer))
        }
    }

    /// What an answer means for the deletion of a record.
    ///
    /// Any success from the API counts, even an empty 204; a missing record (404) needs no deletion.
    public static func classifyDeletion(_ answer: DestinationAnswer, now: Date) -> AnswerClass {
        if let meaning = answer.meaning {
            if case .submitted = meaning { return .submitted(serverID: nil) }
            return meaning
        }
        return switch answer.status {
        case 200...299 where answer.body == .api: .submitted(serverID: nil)
        case 204 where answer.body == .empty: .submitted(serverID: nil)
        case 404, 410: answer.body == .api ? .submitted(serverID: nil) : .destinationPaused(error(answer))
        case 409 where answer.body == .api: .rejected(error(answer))
        default: classify(answer, now: now)
        }
    }

    /// What an answer to a look-up means if it is not a list; nil if it only leaves the question open.
    ///
    /// Refused credentials and foreign answers count as they would for a record. Other refusals concern the look-up,
    /// not the record: some servers have no list, or none that reaches back far enough.
    public static func classifyLookUp(_ answer: DestinationAnswer, now: Date) -> AnswerClass? {
        var answer = answer
        // The answer is not a list, so it cannot identify a record.
        answer.serverID = nil
        switch classify(answer, now: now) {
        case .sessionUnauthorized: return .sessionUnauthorized
        case .destinationPaused(let error):
            return answer.body == .api && answer.meaning == nil ? nil : .destinationPaused(error)
        case .submitted, .rejected, .retry: return nil
        }
    }

    private static func success(_ answer: DestinationAnswer) -> AnswerClass {
        guard answer.body == .api, let serverID = answer.serverID, !serverID.isEmpty else {
            return .destinationPaused(error(answer))
        }
        return .submitted(serverID: serverID)
    }

    private static func retryAfter(_ answer: DestinationAnswer, now: Date) -> Duration? {
        answer.retryAfter.flatMap { RetryAfter.parse($0, now: now) }
    }

    private static func error(_ answer: DestinationAnswer) -> DeliveryError {
        if answer.status == 0 {
            return DeliveryError(code: "noConnection", message: answer.apiMessage ?? "no answer from the destination")
        }
        let message =
            switch answer.body {
            case .api: answer.apiMessage ?? "the destination answered \(answer.status)"
            case .empty: "the destination answered \(answer.status) with an empty body"
            case .foreign:
                "answer \(answer.status) does not come from the API: look for a proxy, a portal or a wrong base URL"
            }
        return DeliveryError(code: "http\(answer.status)", message: message)
    }
}
