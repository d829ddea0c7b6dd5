internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore

/// Seals the access tokens of sessions with the site's key, and opens those sealed by HPKE for its public key.
struct SessionTokens: Sendable {
    /// The use that a sealed token is bound to.
    static let use = "session-token"

    let site: String
    let siteKey: @Sendable () throws -> SiteKey

    /// What callers need to seal a token; nil if the site's key cannot be read.
    var sealingState: SealingState? {
        // Absent is nil: an unreadable key is reported when a token is opened.
        guard let key = try? siteKey() else { return nil }
        return SealingState(
            algorithm: .hpke,
            kid: key.publicKeyID,
            publicKey: Data(key.publicKey).base64EncodedString()
        )
    }

    /// A token as received, with its seat and user.
    struct Form {
        let seat: String
        let userID: String?
        let sealedToken: String?
        let hpkeToken: HPKEToken?
        /// Whether the token came unsealed.
        let isOpen: Bool

        /// The token of a session.
        init(_ body: StartSession) {
            (seat, userID, isOpen) = (body.seat, body.userID, body.accessToken != nil)
            (sealedToken, hpkeToken) = (body.sealedToken, body.hpkeToken)
        }

        /// The token of a further destination.
        init(_ named: FurtherDestination, seat: String, userID: String?) {
            (self.seat, self.userID, isOpen) = (seat, userID, false)
            (sealedToken, hpkeToken) = (named.sealedToken, named.hpkeToken)
        }

        /// Whether the request has a sealed token.
        var isGiven: Bool { sealedToken != nil || hpkeToken != nil }
    }

    /// The token in the form that is stored and sent: sealed with the site's key.
    func sealed(_ body: Form) throws -> Data {
        guard !body.isOpen else {
            throw BusError(
                .invalidArgument,
                message:
                    "an unsealed access token is rejected: seal it with the site's key into sealedToken, as `vitalbus session start` does. Replace this token, because it has crossed the bus unencrypted"
            )
        }
        if let token = body.hpkeToken { return try resealed(token, of: body) }
        guard let text = body.sealedToken else {
            throw BusError(
                .invalidArgument,
                message:
                    "sealedToken or hpkeToken is required: the access token, sealed with the site's key or for its public one"
            )
        }
        // Absent is nil: reported to the caller.
        guard let sealed = Data(base64Encoded: text),
            let open = try? siteKey().open(Array(sealed), context: Self.use),
            (1...4096).contains(open.count)
        else {
            throw BusError(.invalidArgument, message: "sealedToken was not sealed with this site's key")
        }
        return sealed
    }

    /// The key of the session's rate limit; nil for the default user.
    ///
    /// All sessions with the same token share one, and so do all sessions of a destination that takes no token.
    func rateKey(of session: StoredSession) throws -> String? {
        guard let sealed = session.sealedToken else { return session.isDefaultUser ? nil : "rate/\(session.api)" }
        let key = try siteKey()
        let token = try key.open(Array(sealed), context: Self.use)
        return key.fingerprint(of: token, purpose: "rate/\(session.api)")
    }

    /// Opens a token that was sealed for the site's public key, and seals it with the site's key.
    ///
    /// Its binding to site, seat and user keeps an eavesdropper from starting another person's session with it.
    private func resealed(_ token: HPKEToken, of body: Form) throws -> Data {
        guard body.sealedToken == nil else {
            throw BusError(.invalidArgument, message: "give sealedToken or hpkeToken, not both")
        }
        let key = try siteKey()
        guard token.kid == key.publicKeyID else {
            throw BusError(
                .invalidArgument,
                message:
                    "hpkeToken is sealed for the key '\(token.kid.prefix(16))', but the site's key is '\(key.publicKeyID)': "
                    + "read state/sealing again"
            )
        }
        let purpose = "\(site)/\(body.seat)/\(body.userID ?? "")"
        // Absent is nil: reported to the caller.
        guard let enc = Data(base64Encoded: token.enc), let ciphertext = Data(base64Encoded: token.ciphertext),
            let open = try? key.openSealedForSite(
                Array(ciphertext),
                encapsulatedKey: Array(enc),
                info: SiteKey.tokenInfo,
                aad: purpose
            ),
            (1...4096).contains(open.count)
        else {
            throw BusError(
                .invalidArgument,
                message:
                    "hpkeToken does not open: seal it for state/sealing's key, with this site, seat and user as topics/ describes"
            )
        }
        return Data(try key.seal(open, context: Self.use))
    }
}
