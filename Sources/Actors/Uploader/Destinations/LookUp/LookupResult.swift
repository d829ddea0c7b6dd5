package import DeliveryRules
internal import FoundationEssentials

/// What a destination's list says about a log id.
package enum LookupResult: Sendable, Hashable {
    /// It has the record under this id.
    case found(serverID: String)
    /// The whole list was seen, and the record is not in it.
    case absent
    /// The list goes on at this offset.
    case more(offset: Int)
    /// This is no list: nothing is known.
    case unanswered(String)
    /// This is no list but the destination's refusal, or somebody else's answer.
    case refused(DestinationAnswer)
}

extension LookupResult {
    /// What a destination without such a list answers (RFC 9110 §15.5, §15.6.2); anything else may pass.
    private static let noSuchList: Set<Int> = [400, 404, 405, 410, 501]

    /// What is told of a list that has the record under no id that can be kept.
    static let noUsableID = "the list has the record under no id, or one that is too long or has control characters"

    /// The result as the plan reads it: a list that was not read to its end tells nothing.
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
        case .refused(let answer): "the look-up was answered \(answer.status) without a list"
        }
    }
}
