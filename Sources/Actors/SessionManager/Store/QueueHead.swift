/// A record that may be granted, before it is loaded.
struct QueueHead: Comparable {
    /// Its row.
    let id: Int64
    /// When it was accepted, in milliseconds since 1970.
    let createdAt: Int64
    /// Whose it is.
    let session: ReadySession

    /// The older one goes first.
    static func < (one: QueueHead, other: QueueHead) -> Bool {
        (one.createdAt, one.id) < (other.createdAt, other.id)
    }
}
