public import MessageBus

/// One process's account at a broker: its name, its password and all that it may do.
public struct BrokerAccount: Sendable, CustomStringConvertible {
    /// The name, for example a process's principal.
    public let username: String
    /// The password; it goes into files as a hash only.
    public let password: String
    /// All that the account may do; everything else is refused.
    public let rules: [AccessRule]

    /// Makes an account.
    public init(username: String, password: String, rules: [AccessRule]) {
        self.username = username
        self.password = password
        self.rules = rules
    }

    /// The name; never the password.
    public var description: String { username }
}
