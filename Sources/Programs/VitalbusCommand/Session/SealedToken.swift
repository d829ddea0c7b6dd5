internal import ActorRuntime
internal import BusContract
internal import MessageBus
internal import OperatorConnection

/// An access token as it crosses the bus: sealed with the site's key by who may read it, else for its public half.
///
/// The key is for the hub's user alone; a member of the group `vitalbus`, or a hub that has joined, needs no more than the public
/// one, which the session manager alone may tell (`state/sealing`).
struct SealedToken {
    let connection: HubConnection
    let place: HubPlace

    /// Puts a token into a request.
    ///
    /// - Throws: ``CommandFailure`` where there is neither key.
    func seal(_ token: String, into body: inout StartSession) async throws {
        do {
            try SessionToken.seal(token, with: place.loadSiteKey(), into: &body)
        } catch let error as RuntimeError where error.code == .siteKey {
            try await sealForSite(token, into: &body, because: error)
        }
    }

    private func sealForSite(_ token: String, into body: inout StartSession, because error: RuntimeError) async throws {
        guard let state = try await publicKey(), state.algorithm == .hpke else {
            throw CommandFailure(
                "noResponder",
                message:
                    "no site key here (\(error.message)), and the session manager publishes none. Without one the token would cross the bus unsealed: check that it runs",
                exitCode: ExitCodes.unavailable,
                isRetriable: true
            )
        }
        try SessionToken.seal(token, for: state, site: connection.client.address.site, into: &body)
    }

    /// What the broker keeps of the session manager's word; nil where it has said nothing.
    private func publicKey() async throws -> SealingState? {
        let subscription = try await connection.client.subscribe(
            to: [SessionEvents.sealingState.descriptor],
            hub: BusAddress.siteHub,
            capacity: 4
        )
        let end = Task {
            try? await Task.sleep(for: KeptMessages.silence)
            subscription.cancel()
        }
        defer { end.cancel() }
        for await message in subscription {
            return try Envelope<SealingState>.decode(message.payload).data
        }
        return nil
    }
}
