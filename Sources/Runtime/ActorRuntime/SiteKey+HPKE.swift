internal import Crypto
internal import FoundationEssentials

// Who has no site key seals for its public half: X25519, in HPKE's base mode (RFC 9180).
extension SiteKey {
    /// The algorithm's name on the bus.
    public static let sealingAlgorithm = "hpke-base-x25519-hkdf-sha256-chacha20poly1305"
    /// HPKE's `info` for access tokens.
    public static let tokenInfo = "vitalbus session-token v1"

    /// The X25519 public key, 32 bytes; another site key has another one.
    public var publicKey: [UInt8] { privateKey.map { Array($0.publicKey.rawRepresentation) } ?? [] }

    /// The public key's name: the first 16 hexadecimal digits of its SHA-256.
    public var publicKeyID: String {
        SHA256.hash(data: publicKey).prefix(8).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }

    /// Opens what was sealed for ``publicKey``.
    ///
    /// - Parameters:
    ///   - ciphertext: What was sealed, with its tag.
    ///   - encapsulatedKey: The sender's share, 32 bytes.
    ///   - info: What it is for.
    ///   - aad: What it was bound to.
    /// - Throws: ``RuntimeError`` `notOpened`.
    public func openSealedForSite(
        _ ciphertext: [UInt8],
        encapsulatedKey: [UInt8],
        info: String,
        aad: String
    ) throws -> [UInt8] {
        do {
            guard let privateKey else { throw RuntimeError(.notOpened, "the site's key gives no X25519 key") }
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
                "what was sealed for the site does not open: damaged, or for another key or use"
            )
        }
    }

    /// X25519 takes any 32 bytes for a private key.
    private var privateKey: Curve25519.KeyAgreement.PrivateKey? {
        try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: derivedBytes("vitalbus sealing x25519 v1"))
    }
}
