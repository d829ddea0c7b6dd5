/// A well-known name whose owner the connection follows.
struct TrackedName {
    /// How many match rules for it are in force.
    var uses = 0
    /// The owner's unique name.
    var owner: String?
    var observers: [Int: AsyncStream<String?>.Continuation] = [:]
}
