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
