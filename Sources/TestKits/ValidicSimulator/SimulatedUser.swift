/// A person known to the simulator; simulation only, no real credentials belong here.
public struct SimulatedUser: Codable, Hashable, Sendable {
    /// The organization's id.
    public let organization: String
    /// The user's id (`uid`).
    public let uid: String
    /// The user's access token.
    public let token: String

    /// Makes a user.
    public init(organization: String, uid: String, token: String) {
        self.organization = organization
        self.uid = uid
        self.token = token
    }

    /// Reads `organization:uid:token`; nil if it has not three parts with content.
    public init?(flag: String) {
        let parts = flag.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.init(organization: parts[0], uid: parts[1], token: parts[2])
    }

    /// The server's id of the user, 24 hex digits, the same at every start.
    public var id: String { ServerID.make(from: "\(organization)/\(uid)") }
}
