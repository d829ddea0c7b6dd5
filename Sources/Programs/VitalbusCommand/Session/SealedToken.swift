internal import ActorRuntime
internal import BusContract
internal import HubRunner
internal import MessageBus

/// An access token encrypted for the bus: with the site's key if this user can read it, else with its public half.
///
/// Only the hub's user can read the key. A member of the group `vitalbus`, or a joined hub, needs only the public half,
/// which only the session manager may publish (`state/sealing`).
struct SealedToken {
    let connection: HubConnection
    let place: HubPlace

    /// Adds a sealed token to a request.
    ///
    /// - Throws: ``CommandFailure`` if neither key is available.
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
                    "no site key here (\(error.message)), and the session manager publishes none. Without a key the token would cross the bus unencrypted: check that the session manager is running",
                exitCode: ExitCodes.unavailable,
                isRetriable: true
            )
        }
        try SessionToken.seal(token, for: state, site: connection.client.address.site, into: &body)
    }

    /// The session manager's retained public key; nil if it has published none.
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
