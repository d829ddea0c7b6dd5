internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
public import MessageBus

/// One process's account at a broker: its name, its credential, and its rights.
public struct BrokerAccount: Sendable, CustomStringConvertible {
    /// An account's credential.
    public enum Secret: Sendable {
        /// A password, of which files contain only a hash.
        case password(String)
        /// A password of which only the hash is known.
        case hash(PasswordHash)
        /// By a certificate, by TLS.
        case certificate
    }

    /// The name, for example a process's principal.
    public let username: String
    /// Its credential.
    public let secret: Secret
    /// The rights of the account; the broker refuses everything else.
    public let rules: [AccessRule]

    /// Makes an account.
    public init(username: String, secret: Secret, rules: [AccessRule]) {
        (self.username, self.secret, self.rules) = (username, secret, rules)
    }

    /// Makes an account with a password, or without one for clients with a certificate.
    public init(username: String, password: String?, rules: [AccessRule]) {
        self.init(username: username, secret: password.map(Secret.password) ?? .certificate, rules: rules)
    }

    /// The password, if known.
    public var password: String? {
        if case .password(let password) = secret { password } else { nil }
    }

    /// The name; never the password.
    public var description: String { username }
}

/// A stored password hash: PBKDF2 with SHA-512, in the format of Mosquitto's plugin and password file.
public struct PasswordHash: Codable, Sendable, Hashable {
    /// The iterations that `mosquitto_ctrl` and `mosquitto_passwd` use; enough for random passwords.
    public static let standardIterations = 101

    /// 64 bytes in Base64.
    public let password: String
    /// 12 bytes in Base64.
    public let salt: String
    /// How often it was hashed.
    public let iterations: Int

    /// Hashes a password.
    ///
    /// - Throws: Errors of the cryptographic library.
    public init(of password: String) throws {
        var random = SystemRandomNumberGenerator()
        try self.init(of: password, salt: (0..<12).map { _ in random.next() as UInt8 })
    }

    /// The line's end in Mosquitto's password file.
    var fileText: String { "$7$\(iterations)$\(salt)$\(password)" }

    /// Whether this is the hash of a password.
    func isOf(_ password: String) -> Bool {
        // Absent is nil: a password that cannot be hashed does not match.
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
