internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
public import MessageBus

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

/// The stored hash of a password: PBKDF2 with SHA-512, as in Mosquitto's plugin and its password file.
public struct PasswordHash: Codable, Sendable, Hashable {
    /// The iterations of `mosquitto_ctrl` and `mosquitto_passwd`, which suffice for random passwords.
    public static let standardIterations = 101

    /// 64 bytes in Base64.
    public let password: String
    /// 12 bytes in Base64.
    public let salt: String
    /// The number of iterations.
    public let iterations: Int

    /// Hashes a password.
    ///
    /// - Throws: The cryptographic library's error.
    public init(of password: String) throws {
        var random = SystemRandomNumberGenerator()
        try self.init(of: password, salt: (0..<12).map { _ in random.next() as UInt8 })
    }

    /// The hash in the syntax of Mosquitto's password file.
    var fileText: String { "$7$\(iterations)$\(salt)$\(password)" }

    /// Whether this is the hash of a password.
    func isOf(_ password: String) -> Bool {
        // Absent is nil: a failed hash matches no password.
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
