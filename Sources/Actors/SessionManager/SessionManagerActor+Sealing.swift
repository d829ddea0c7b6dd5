internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// Tokens that were sealed without the site's key: for its public one, by HPKE.
extension SessionManagerActor {
    /// What tells where tokens are sealed; nil where the site's key cannot be read.
    var sealingState: SealingState? {
        guard let key = try? context.siteKey else { return nil }
        return SealingState(
            algorithm: .hpke,
            kid: key.publicKeyID,
            publicKey: Data(key.publicKey).base64EncodedString()
        )
    }

    /// A token as it rests and travels, from one that was sealed for the site's public key.
    ///
    /// It is bound to the site, the seat and the user, so that nobody can start another's session with what was overheard.
    func resealed(_ token: HPKEToken, of body: StartSession) throws -> Data {
        guard body.sealedToken == nil else {
            throw BusError(.invalidArgument, "give sealedToken or hpkeToken, not both")
        }
        let key = try context.siteKey
        guard token.kid == key.publicKeyID else {
            throw BusError(
                .invalidArgument,
                "hpkeToken is sealed for the key '\(token.kid.prefix(16))', the site's is '\(key.publicKeyID)': "
                    + "read state/sealing again"
            )
        }
        let purpose = "\(context.client.address.site)/\(body.seat)/\(body.userID ?? "")"
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
                "hpkeToken does not open: seal it for state/sealing's key, with this site, seat and user as topics/ say"
            )
        }
        return Data(try key.seal(open, context: Self.tokenUse))
    }
}
