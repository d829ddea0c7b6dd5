extension Reading {
    /// The user index of a device that tells its users apart and does not know who it was (Weight Scale 1.0, User ID).
    public static let unknownUser = 255

    /// Whether only an assignment of the reading's own user index may own it.
    ///
    /// A scale that tells its users apart says whose weight it is: another index is another person, who may be a visitor.
    public var needsExactUser: Bool { source.kind == .bluetooth && type == .weight && userIndex != nil }
}
