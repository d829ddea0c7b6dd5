public import MessageBus
public import Passwords

/// A process's account at a broker: its name, its authentication and its rights.
public struct BrokerAccount: Sendable, CustomStringConvertible {
    /// The authentication of an account.
    public enum Secret: Sendable {
        /// A password, which goes into files only as a hash.
        case password(String)
        /// A password of which only the hash is known.
        case hash(PasswordHash)
        /// A TLS client certificate.
        case certificate
    }

    /// The name, for example a process's principal.
    public let username: String
    /// The authentication.
    public let secret: Secret
    /// The account's rights; everything else is refused.
    public let rules: [AccessRule]

    /// Creates an account.
    public init(username: String, secret: Secret, rules: [AccessRule]) {
        (self.username, self.secret, self.rules) = (username, secret, rules)
    }

    /// Creates an account with a password, or without one for a client with a certificate.
    public init(username: String, password: String?, rules: [AccessRule]) {
        self.init(username: username, secret: password.map(Secret.password) ?? .certificate, rules: rules)
    }

    /// The password if it is known.
    public var password: String? {
        if case .password(let password) = secret { password } else { nil }
    }

    /// The name, never the password.
    public var description: String { username }
}
