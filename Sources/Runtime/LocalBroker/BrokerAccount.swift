public import MessageBus
public import Passwords

/// One process's account at a broker: its name, how it shows that it is the one, and all that it may do.
public struct BrokerAccount: Sendable, CustomStringConvertible {
    /// How an account shows that it is the one.
    public enum Secret: Sendable {
        /// By a password, which goes into files as a hash only.
        case password(String)
        /// By a password of which no more is known than this.
        case hash(PasswordHash)
        /// By a certificate, by TLS.
        case certificate
    }

    /// The name, for example a process's principal.
    public let username: String
    /// How it shows that it is the one.
    public let secret: Secret
    /// All that the account may do; everything else is refused.
    public let rules: [AccessRule]

    /// Makes an account.
    public init(username: String, secret: Secret, rules: [AccessRule]) {
        (self.username, self.secret, self.rules) = (username, secret, rules)
    }

    /// Makes an account with a password, or without one for who comes with a certificate.
    public init(username: String, password: String?, rules: [AccessRule]) {
        self.init(username: username, secret: password.map(Secret.password) ?? .certificate, rules: rules)
    }

    /// The password where it is known.
    public var password: String? {
        if case .password(let password) = secret { password } else { nil }
    }

    /// The name; never the password.
    public var description: String { username }
}
