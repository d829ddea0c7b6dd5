/// The role of a process on the bus; its rights follow from the contract's topics.
public struct BusRole: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The role's name; an actor's role is named like the actor.
    public let rawValue: String

    /// Creates a role from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The role's name.
    public var description: String { rawValue }
}

/// A right of a role on a topic, and the values of the topic's variables that it covers.
public struct TopicGrant: Sendable, Hashable {
    /// The part of the site that a right covers.
    public enum Reach: Sendable, Hashable {
        /// The process's own hub, actor, instance and client only.
        case own
        /// Every hub, actor and instance of the site.
        case site
        /// The account's hubs, with their actors and instances; every hub if it has no list.
        case hubs
        /// The account's value seats, at all hubs.
        case seats
        /// The hubs of the processes that serve the topic (a request's actor, a queue's owner).
        case servers
        /// The clients and workers of the other side, each by name, never by a wildcard.
        case peers
    }

    /// The role that has the right.
    public let role: BusRole
    /// The part of the site that it covers.
    public let reach: Reach

    /// Creates a right.
    public init(_ role: BusRole, reach: Reach) {
        self.role = role
        self.reach = reach
    }
}
