internal import Delivery

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
}

extension LookupResult {
    /// The result as the plan reads it: a list that was not read to its end tells nothing.
    var forPlan: AttemptPlan.LookUp {
        switch self {
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
        }
    }
}
