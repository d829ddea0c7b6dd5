internal import ActorRuntime
internal import CryptoExtras
internal import Foundation

/// The hash of a password for the page: scrypt (RFC 7914).
public struct PagePassword: Codable, Sendable, Hashable {
    /// The minimum length of a password chosen by a person, in characters (NIST SP 800-63B, 3.1.1.2).
    public static let fewest = 10
    /// The size limit of a password in bytes.
    public static let most = 512
    /// N, r and p: 16 MB and a fraction of a second, as OWASP's password storage sheet recommends.
    private static let standard = (rounds: 16_384, blockSize: 8, parallelism: 5)
    /// For 160 random bits, which cannot be guessed: 1 MB and a moment.
    private static let light = (rounds: 1_024, blockSize: 8, parallelism: 1)

    /// 32 bytes in Base64.
    public let hash: String
    /// 16 bytes in Base64.
    public let salt: String
    /// N.
    public let rounds: Int
    /// r.
    public let blockSize: Int
    /// p.
    public let parallelism: Int

    /// Hashes a password.
    ///
    /// - Parameter isRandom: Whether it is from ``AccessAccount/newPassword()``, not chosen by a person.
    /// - Throws: ``SiteError`` `invalid` for one that is too short or too long, `files` if it cannot be hashed.
    public init(of password: String, isRandom: Bool = false) throws(SiteError) {
        guard password.count >= Self.fewest, password.utf8.count <= Self.most else {
            throw SiteError(
                .invalid,
                message: "a password must have \(Self.fewest) to \(Self.most) characters"
            )
        }
        var random = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in random.next() as UInt8 }
        let (rounds, blockSize, parallelism) = isRandom ? Self.light : Self.standard
        self.salt = Data(salt).base64EncodedString()
        (self.rounds, self.blockSize, self.parallelism) = (rounds, blockSize, parallelism)
        hash = try Site.guarded("the password cannot be hashed") {
            try Self.derive(password, salt: salt, rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        }
    }

    private init() {
        (hash, salt) = ("", Data(repeating: 0, count: 16).base64EncodedString())
        (rounds, blockSize, parallelism) = Self.standard
    }

    /// A hash for unknown names, which matches no password and takes the same time.
    public static let nobodys = PagePassword()

    /// Whether a password matches, in time independent of its content.
    ///
    /// - Throws: ``SiteError`` `files` if it cannot be hashed.
    public func matches(_ password: String) throws(SiteError) -> Bool {
        guard password.utf8.count <= Self.most, let salt = Data(base64Encoded: salt) else { return false }
        let given = try Site.guarded("the password cannot be hashed") {
            try Self.derive(
                password,
                salt: [UInt8](salt),
                rounds: rounds,
                blockSize: blockSize,
                parallelism: parallelism
            )
        }
        return ConstantTime.isEqual(given, to: hash)
    }

    private static func derive(
        _ password: String,
        salt: [UInt8],
        rounds: Int,
        blockSize: Int,
        parallelism: Int
    ) throws -> String {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(password.utf8),
            salt: salt,
            outputByteCount: 32,
            rounds: rounds,
            blockSize: blockSize,
            parallelism: parallelism
        )
        return unsafe key.withUnsafeBytes { unsafe Data($0) }.base64EncodedString()
    }
}
