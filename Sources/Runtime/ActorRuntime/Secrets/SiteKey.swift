internal import Crypto
internal import FoundationEssentials
internal import Processes
internal import SystemPackage

/// The site's key, which seals data for certain processes, and derives pseudonyms of devices.
public struct SiteKey: Sendable, CustomStringConvertible {
    /// The key's length in bytes.
    public static let byteCount = 32

    let key: SymmetricKey

    init(key: SymmetricKey) {
        self.key = key
    }

    /// The key's bytes, for a hub that joins the site; they may go only over TLS and into a file of mode 0600.
    package var bytesForHubs: [UInt8] { unsafe key.withUnsafeBytes { unsafe Array($0) } }

    /// A constant text, never the key.
    public var description: String { "site key" }
}

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

extension SiteKey {
    /// Reads the site key.
    ///
    /// Two processes that create it at once get the same key: the first link to the file's name wins.
    ///
    /// - Parameters:
    ///   - path: A file of 32 random bytes that only its owner may read.
    ///   - createIfMissing: Whether to create a missing file with random bytes and mode 0600.
    ///   - user: The permitted owner in addition to root; this process's user unless root reads another user's key.
    /// - Throws: ``RuntimeError`` `siteKey`.
    public static func load(_ path: String, createIfMissing: Bool, user: UInt32? = nil) throws -> SiteKey {
        let user = user ?? geteuid()
        if let problem = FileTrust.problem(ofDirectory: FilePath(path).removingLastComponent().string, user: user) {
            throw RuntimeError(.siteKey, message: problem)
        }
        if createIfMissing, !FileManager.default.fileExists(atPath: path) { try create(path) }
        guard let isOpen = PrivateFile.isOpenToOthers(path) else {
            throw RuntimeError(.siteKey, message: "\(path) is missing: copy the site's key there, or set site-key.file")
        }
        guard !isOpen else {
            throw RuntimeError(.siteKey, message: "\(path) is accessible to other users: chmod 600 \(path)")
        }
        if let problem = FileTrust.problem(ofFile: path, user: user) { throw RuntimeError(.siteKey, message: problem) }
        // Absent is nil: thrown below without the library's error, which may contain key bytes.
        guard let bytes = try? PrivateFile.read(path, limit: byteCount), bytes.count == byteCount else {
            throw RuntimeError(.siteKey, message: "\(path) cannot be read, or is not \(byteCount) bytes: copy it again")
        }
        return SiteKey(key: SymmetricKey(data: bytes))
    }

    private static func create(_ path: String) throws {
        let draft = "\(path).\(getpid()).new"
        try? FileManager.default.removeItem(atPath: draft)
        var random = SystemRandomNumberGenerator()
        do {
            try PrivateFile.create(draft, bytes: (0..<byteCount).map { _ in random.next() as UInt8 })
        } catch {
            throw RuntimeError(.siteKey, message: "\(path) cannot be created: check the permissions of its directory")
        }
        defer { try? FileManager.default.removeItem(atPath: draft) }
        do {
            try FileManager.default.linkItem(atPath: draft, toPath: path)
        } catch {
            // If another process created it at the same time, that one is used.
            guard FileManager.default.fileExists(atPath: path) else {
                throw RuntimeError(
                    .siteKey,
                    message: "\(path) cannot be created: its disk must allow hard links (\(error.fileWords))"
                )
            }
        }
        // If the name is lost, so is all data sealed with the key from now on.
        do {
            try PrivateFile.syncDirectory(of: path)
        } catch {
            throw RuntimeError(.siteKey, message: "the directory of \(path) cannot be flushed: check the disk")
        }
    }
}

// Senders without the site key seal for its public half: X25519, in HPKE's base mode (RFC 9180).
extension SiteKey {
    /// HPKE's `info` for access tokens.
    public static let tokenInfo = "vitalbus session-token v1"

    /// The X25519 public key, 32 bytes; each site key has its own.
    public var publicKey: [UInt8] { privateKey.map { Array($0.publicKey.rawRepresentation) } ?? [] }

    /// The public key's id: the first 16 hexadecimal digits of its SHA-256.
    public var publicKeyID: String {
        SHA256.hash(data: publicKey).prefix(8).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }

    /// Opens data sealed for ``publicKey``.
    ///
    /// - Parameters:
    ///   - ciphertext: The sealed data with its tag.
    ///   - encapsulatedKey: The sender's share, 32 bytes.
    ///   - info: The purpose of the data.
    ///   - aad: The authenticated data to which it was bound.
    /// - Throws: ``RuntimeError`` `notOpened`.
    public func openSealedForSite(
        _ ciphertext: [UInt8],
        encapsulatedKey: [UInt8],
        info: String,
        aad: String
    ) throws -> [UInt8] {
        do {
            guard let privateKey else {
                throw RuntimeError(.notOpened, message: "no X25519 key could be derived from the site's key")
            }
            var recipient = try HPKE.Recipient(
                privateKey: privateKey,
                ciphersuite: .Curve25519_SHA256_ChachaPoly,
                info: Data(info.utf8),
                encapsulatedKey: Data(encapsulatedKey)
            )
            return Array(try recipient.open(ciphertext, authenticating: Array(aad.utf8)))
        } catch {
            throw RuntimeError(
                .notOpened,
                message: "a value sealed for the site does not open: it is damaged, or sealed for another key or use"
            )
        }
    }

    /// Seals bytes for a site's ``publicKey``, for senders without the site key.
    ///
    /// - Throws: ``RuntimeError`` `failed` for an invalid key.
    public static func sealForSite(
        _ bytes: [UInt8],
        publicKey: [UInt8],
        info: String,
        aad: String
    ) throws -> (encapsulatedKey: [UInt8], ciphertext: [UInt8]) {
        do {
            var sender = try HPKE.Sender(
                recipientKey: Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey),
                ciphersuite: .Curve25519_SHA256_ChachaPoly,
                info: Data(info.utf8)
            )
            let sealed = try sender.seal(bytes, authenticating: Array(aad.utf8))
            return (Array(sender.encapsulatedKey), Array(sealed))
        } catch {
            throw RuntimeError(.failed, message: "sealing for the site failed: its public key is invalid")
        }
    }

    /// The private key; X25519 accepts any 32 bytes.
    private var privateKey: Curve25519.KeyAgreement.PrivateKey? {
        // Absent is nil: thrown below without the library's error, which may contain key bytes.
        try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: derivedBytes("vitalbus sealing x25519 v1"))
    }
}

extension SiteKey {
    /// The secret for deriving device UUIDs; 32 bytes by HKDF-SHA256 (RFC 5869).
    public var deviceSecret: [UInt8] { derivedBytes("vitalbus device secret v1") }

    /// Seals bytes by AES-256-GCM, so that only the same key opens them, and only in the same context.
    ///
    /// - Parameters:
    ///   - bytes: The data to seal.
    ///   - context: The purpose, for example `session/token`; bound to the sealed bytes, but not stored in them.
    /// - Returns: Nonce, ciphertext and tag: 28 bytes more than the input.
    /// - Throws: ``RuntimeError`` `failed`.
    public func seal(_ bytes: [UInt8], context: String) throws -> [UInt8] {
        // Absent is nil: thrown below without the library's error, which may contain key bytes.
        let sealed = try? AES.GCM.seal(bytes, using: sealingKey, authenticating: Array(context.utf8))
        guard let combined = sealed?.combined else {
            throw RuntimeError(.failed, message: "sealing failed for \(context)")
        }
        return Array(combined)
    }

    /// Opens sealed bytes.
    ///
    /// - Throws: ``RuntimeError`` `notOpened` for damaged bytes, another key or another context.
    public func open(_ sealed: [UInt8], context: String) throws -> [UInt8] {
        // Absent is nil: thrown below without the library's error, which may contain key bytes.
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: sealingKey, authenticating: Array(context.utf8))
        else {
            throw RuntimeError(
                .notOpened,
                message: "sealed bytes do not open for \(context): damaged, or sealed with another site's key"
            )
        }
        return Array(bytes)
    }

    /// A keyed hash of bytes (HMAC-SHA256) in 64 hexadecimal digits.
    ///
    /// Equal bytes have equal hashes, and without the key nothing can be inferred from one.
    ///
    /// - Parameter purpose: The purpose; another one gives another hash.
    public func fingerprint(of bytes: [UInt8], purpose: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: bytes, using: derive("vitalbus fingerprint \(purpose) v1"))
        return code.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }

    private var sealingKey: SymmetricKey { derive("vitalbus sealing v1") }

    /// 32 bytes derived from this key for one purpose.
    func derivedBytes(_ purpose: String) -> [UInt8] { unsafe derive(purpose).withUnsafeBytes { unsafe Array($0) } }

    private func derive(_ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array(purpose.utf8), outputByteCount: Self.byteCount)
    }
}
