internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials

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
    package var fileText: String { "$7$\(iterations)$\(salt)$\(password)" }

    /// Whether this is what is kept of a password.
    package func isOf(_ password: String) -> Bool {
        // Absent is nil: what cannot be hashed is no password.
        guard let bytes = Data(base64Encoded: salt) else { return false }
        return (try? PasswordHash(of: password, salt: Array(bytes))) == self
    }

    package init(of password: String, salt: [UInt8]) throws {
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
