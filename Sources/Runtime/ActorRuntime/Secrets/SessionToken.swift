package import BusContract
internal import FoundationEssentials

/// An access token for the bus: sealed with the site's key by a process that may read it, otherwise for its public key.
package enum SessionToken {
    /// The context to which a sealed token is bound.
    package static let context = "session-token"
    /// The most bytes of a token.
    package static let limit = 4_096

    /// A token as typed or read; nil if it is not valid.
    package static func checked(_ text: String) -> String? {
        let start = text.drop { $0.isWhitespace }
        let token = String(start.reversed().drop { $0.isWhitespace }.reversed())
        guard !token.isEmpty, token.utf8.count <= limit, !token.contains(where: \.isWhitespace) else { return nil }
        return token
    }

    /// Puts a token into a request, sealed with the site's key.
    ///
    /// - Throws: ``RuntimeError`` `failed`.
    package static func seal(_ token: String, with key: SiteKey, into body: inout StartSession) throws {
        let sealed = try key.seal(Array(token.utf8), context: context)
        body.sealedToken = Data(sealed).base64EncodedString()
    }

    /// Puts a token into a request, sealed for the key that the session manager publishes.
    ///
    /// - Throws: ``RuntimeError`` `failed` for an invalid key, or another sealing method.
    package static func seal(
        _ token: String,
        for state: SealingState,
        site: String,
        into body: inout StartSession
    ) throws {
        guard state.algorithm == .hpke, let key = Data(base64Encoded: state.publicKey) else {
            throw RuntimeError(.failed, message: "the session manager tells no key that tokens can be sealed for")
        }
        let sealed = try SiteKey.sealForSite(
            Array(token.utf8),
            publicKey: Array(key),
            info: SiteKey.tokenInfo,
            aad: "\(site)/\(body.seat)/\(body.userID ?? "")"
        )
        body.hpkeToken = HPKEToken(
            kid: state.kid,
            enc: Data(sealed.encapsulatedKey).base64EncodedString(),
            ciphertext: Data(sealed.ciphertext).base64EncodedString()
        )
    }
}
