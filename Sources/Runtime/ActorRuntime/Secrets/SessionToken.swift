package import BusContract
internal import FoundationEssentials

/// Access tokens sealed for the bus: with the site's key if the sender can read it, else for its public half.
package enum SessionToken {
    /// The context to which a sealed token is bound.
    package static let context = "session-token"
    /// The size limit of a token in bytes.
    package static let limit = 4_096

    /// A token as typed or read; nil for an invalid one.
    package static func checked(_ text: String) -> String? {
        let start = text.drop { $0.isWhitespace }
        let token = String(start.reversed().drop { $0.isWhitespace }.reversed())
        guard !token.isEmpty, token.utf8.count <= limit, !token.contains(where: \.isWhitespace) else { return nil }
        return token
    }

    /// Adds a token to a request, sealed with the site's key.
    ///
    /// - Throws: ``RuntimeError`` `failed`.
    package static func seal(_ token: String, with key: SiteKey, into body: inout StartSession) throws {
        let sealed = try key.seal(Array(token.utf8), context: context)
        body.sealedToken = Data(sealed).base64EncodedString()
    }

    /// Adds a token to a request, sealed for the session manager's published key.
    ///
    /// - Throws: ``RuntimeError`` `failed` for an invalid key, or an unknown algorithm.
    package static func seal(
        _ token: String,
        for state: SealingState,
        site: String,
        into body: inout StartSession
    ) throws {
        guard state.algorithm == .hpke, let key = Data(base64Encoded: state.publicKey) else {
            throw RuntimeError(.failed, message: "the session manager publishes no key for sealing tokens")
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
