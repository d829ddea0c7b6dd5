public import MessageBus

/// One process's account at a broker: its name, how it shows that it is the one, and all that it may do.
public struct BrokerAccount: Sendable, CustomStringConvertible {
    /// The name, for example a process's principal.
    public let username: String
    /// The password, which goes into files as a hash only; nil for an account that comes with a certificate, by TLS.
    public let password: String?
    /// All that the account may do; everything else is refused.
    public let rules: [AccessRule]

    /// Makes an account.
    public init(username: String, password: String?, rules: [AccessRule]) {
        self.username = username
        self.password = password
        self.rules = rules
    }

    /// The name; never the password.
    public var description: String { username }
}
