internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
public import MessageBus

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

/// What is kept of a password: PBKDF2 with SHA-512, as Mosquitto's plugin and its password file have it.
public struct PasswordHash: Codable, Sendable, Hashable {
    /// The iterations that `mosquitto_ctrl` and `mosquitto_passwd` use; enough for passwords that are random.
    public static let standardIterations = 101

    /// 64 bytes in Base64.
    public let password: String
    /// 12 bytes in Base64.
    public let salt: String
    /// How often it was hashed.
    public let iterations: Int

    /// Hashes a password.
    ///
    /// - Throws: What the cryptographic library throws.
    public init(of password: String) throws {
        var random = SystemRandomNumberGenerator()
        try self.init(of: password, salt: (0..<12).map { _ in random.next() as UInt8 })
    }

    /// The line's end in Mosquitto's password file.
    var fileText: String { "$7$\(iterations)$\(salt)$\(password)" }

    /// Whether this is what is kept of a password.
    func isOf(_ password: String) -> Bool {
        // Absent is nil: what cannot be hashed is no password.
        guard let bytes = Data(base64Encoded: salt) else { return false }
        return (try? PasswordHash(of: password, salt: Array(bytes))) == self
    }

    init(of password: String, salt: [UInt8]) throws {
        let hash = try KDF.Insecure.PBKDF2.deriveKey(
            from: Array(password.utf8),
            salt: salt,
            using: .sha512,
            outputByteCount: 64,
            unsafeUncheckedRounds: Self.standardIterations
        )
        self.password = unsafe hash.withUnsafeBytes { unsafe Data($0) }.base64EncodedString()
        self.salt = Data(salt).base64EncodedString()
        iterations = Self.standardIterations
    }
}
