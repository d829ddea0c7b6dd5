internal import ActorRuntime
internal import ImportStore
internal import Logging
internal import MessageBus

/// Binds each token to the first person for whom it posts, because their phone continues after they left the seat.
@ImporterIsolation struct TokenClaims: ImporterPart {
    let parts: ImporterParts

    /// Claims a token for a seat's present person.
    ///
    /// - Parameter person: The session's user as a keyed hash.
    /// - Throws: ``IngestError`` if the token is another person's, or if the store does not answer.
    func claim(_ token: [UInt8], seat: String, person: String) async throws(IngestError) {
        let isGranted: Bool
        do {
            let hash = try parts.context.siteKey.fingerprint(of: token, purpose: "import-token")
            let number = try await store.person(person, seat: seat)
            let digest = ImportStore.tokenPrefix + hash
            isGranted = try await store.claim(digest: digest, fingerprint: nil, person: number) == .granted
        } catch {
            throw IngestError.noSpace
        }
        guard !isGranted else { return }
        logger.warning(
            "refused an export, because its token is an earlier person's: give this person a new token",
            metadata: ["seat": "\(seat)"]
        )
        throw IngestError.anothersToken
    }
}
