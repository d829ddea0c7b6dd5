package import DeliveryRules
internal import FoundationEssentials

/// A destination's list, searched for a log id.
package enum LookupResult: Sendable, Hashable {
    /// It has the record under this id.
    case found(serverID: String)
    /// The whole list was seen, and the record is not in it.
    case absent
    /// The list continues at this offset.
    case more(offset: Int)
    /// The answer is not a list: nothing is known.
    case unanswered(String)
    /// The answer is not a list but the destination's refusal, or another system's answer.
    case refused(DestinationAnswer)
}

extension LookupResult {
    /// What a destination without such a list answers (RFC 9110 §15.5, §15.6.2); anything else may pass.
    private static let noSuchList: Set<Int> = [400, 404, 405, 410, 501]

    /// The message for a list that has the record under an id that cannot be stored.
    static let noUsableID =
        "the list has the record without an id, or with one that is too long or has control characters"

    /// The result for the plan: a list that was not read to its end proves nothing.
    ///
    /// - Parameter now: The wall clock.
    func forPlan(now: Date) -> AttemptPlan.LookUp {
        switch self {
        case .refused(let answer):
            AnswerTable.classifyLookUp(answer, now: now).map { .refused($0) }
                ?? (Self.noSuchList.contains(answer.status) ? .notOffered : .unanswered)
        case .found(let serverID): .found(serverID: serverID)
        case .absent: .absent
        case .more, .unanswered: .unanswered
        }
    }

    /// Why nothing is known.
    var reason: String {
        switch self {
        case .found, .absent: ""
        case .more: "the list is too long"
        case .unanswered(let reason): reason
        case .refused(let answer): "the look-up's answer \(answer.status) has no list"
        }
    }
}
