/// How the walk over a tag ended.
public enum TagEnd: Hashable, Sendable {
    /// The tag is whole; what follows begins here.
    case complete(next: Int, isEmpty: Bool)
    /// The block ends before the tag does.
    case incomplete
    /// The tag is damaged.
    case malformed
}
