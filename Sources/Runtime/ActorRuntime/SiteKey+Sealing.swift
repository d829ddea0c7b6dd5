internal import Crypto
internal import FoundationEssentials

extension SiteKey {
    /// The secret that device UUIDs are derived with; 32 bytes by HKDF-SHA256 (RFC 5869).
    public var deviceSecret: [UInt8] { derivedBytes("vitalbus device secret v1") }

    /// Seals bytes by AES-256-GCM so that only the same key opens them, and only for the same context.
    ///
    /// - Parameters:
    ///   - bytes: What to seal.
    ///   - context: What it is for, for example `session/token`; bound to the sealed bytes, not stored in them.
    /// - Returns: Nonce, ciphertext and tag: 28 bytes more than the input.
    /// - Throws: ``RuntimeError`` `failed`.
    public func seal(_ bytes: [UInt8], context: String) throws -> [UInt8] {
        let sealed = try? AES.GCM.seal(bytes, using: sealingKey, authenticating: Array(context.utf8))
        guard let combined = sealed?.combined else { throw RuntimeError(.failed, "sealing failed for \(context)") }
        return Array(combined)
    }

    /// Opens sealed bytes.
    ///
    /// - Throws: ``RuntimeError`` `notOpened` for damaged bytes, another key or another context.
    public func open(_ sealed: [UInt8], context: String) throws -> [UInt8] {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let bytes = try? AES.GCM.open(box, using: sealingKey, authenticating: Array(context.utf8))
        else {
            throw RuntimeError(
                .notOpened,
                "sealed bytes do not open for \(context): damaged, or sealed with another site's key"
            )
        }
        return Array(bytes)
    }

    /// A keyed hash of bytes (HMAC-SHA256), 64 hexadecimal digits: equal bytes have equal ones, and without the key
    /// nothing can be guessed from it.
    ///
    /// - Parameter purpose: What it is for; another purpose gives another hash.
    public func fingerprint(of bytes: [UInt8], purpose: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: bytes, using: derive("vitalbus fingerprint \(purpose) v1"))
        return code.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }

    private var sealingKey: SymmetricKey { derive("vitalbus sealing v1") }

    /// 32 bytes that only this key gives, for one purpose.
    func derivedBytes(_ purpose: String) -> [UInt8] { unsafe derive(purpose).withUnsafeBytes { unsafe Array($0) } }

    private func derive(_ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array(purpose.utf8), outputByteCount: Self.byteCount)
    }
}
